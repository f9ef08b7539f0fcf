// Characters with their bytes: each byte is drawn as the slice of the character that it holds.

import { hex, markOf, unseen } from "./bytes.ts";
import { useCells } from "./cells.ts";
import { Frame } from "./frame.tsx";
import { linkClass, useLinked } from "./linked.tsx";
import { short } from "./numbers.ts";
import { csvOf, valueAt } from "./table.ts";
import { fill } from "./words.ts";

export interface GlyphsProps {
  title: string;
  /** The table of one row with a column for each character: its code point. */
  points: string;
  /** The table of one row with a column for each byte of all characters. */
  bytes: string;
  characters: readonly { character: string; size: number }[];
  /** What stands below a character: "id 3", "no id". */
  note?: ((index: number) => string | undefined) | undefined;
}

export function Glyphs({ title, points, bytes, characters, note }: GlyphsProps) {
  const { tables } = useLinked();
  const count = characters.reduce((sum, { size }) => sum + size, 0);
  const pointCells = useCells<HTMLOListElement>(points, 1, characters.length);
  const byteCells = useCells<HTMLOListElement>(bytes, 1, count);
  const valuesOf = (first: number, size: number) =>
    Array.from({ length: size }, (_, i) => valueAt(tables, { table: bytes, row: 0, column: first + i })!);
  let next = 0;
  const cards = characters.map((entry) => {
    const first = next;
    next += entry.size;
    return { ...entry, first, values: valuesOf(first, entry.size) };
  });
  const words = cards.map(({ character, values }) => `${visible(character)}: ${values.join(" ")}`).join("; ");
  return (
    <Frame kind="glyphs" title={title} words={words} csv={() => csvOf(tables[bytes]!)}>
      {(describedBy) => (
        <ol
          ref={(list) => {
            pointCells.root.current = list;
            byteCells.root.current = list;
          }}
          aria-label={title}
          aria-describedby={describedBy}
          onFocusIn={(event) => {
            pointCells.onFocusIn(event);
            byteCells.onFocusIn(event);
          }}
          onKeyDown={(event) => {
            const cells = (event.target as Element).closest(".byte") ? byteCells : pointCells;
            if (!(event.ctrlKey || event.metaKey) && cells.move(event.key)) event.preventDefault();
          }}
        >
          {cards.map(({ character, size, first, values }, i) => (
            <li key={i} class={`hue-${(i % 6) + 1}`}>
              <Code table={points} column={i} cells={pointCells}>
                <Glyph character={character} from={0} to={1} of={1} />
              </Code>
              <div class="bytes">
                {values.map((value, k) => (
                  <Code key={k} table={bytes} column={first + k} cells={byteCells} isByte>
                    <Glyph character={character} from={k} to={k + 1} of={size} />
                    <small>{hex(Uint8Array.of(value))}</small>
                  </Code>
                ))}
              </div>
              {note?.(i) && <p class="note">{note(i)}</p>}
            </li>
          ))}
        </ol>
      )}
    </Frame>
  );
}

interface CodeProps {
  table: string;
  column: number;
  cells: ReturnType<typeof useCells>;
  isByte?: boolean;
  children: preact.ComponentChildren;
}

function Code({ table, column, cells, isByte, children }: CodeProps) {
  const links = useLinked();
  const { says, rows, columns, values } = links.table(table);
  const value = short(values[0]![column]!);
  const what = fill(says, { row: rows[0]!, column: columns[column]! });
  return (
    <span
      class={`${isByte ? "byte" : "point"} ${linkClass(links, table, 0, column)}`}
      {...cells.drawn(0, column, `${what}: ${value}`)}
    >
      {children}
      <span>{value}</span>
    </span>
  );
}

const side = 40;

/** A character, faintly but for the slice `from` … `to` of `of` equal ones. */
function Glyph({ character, from, to, of }: { character: string; from: number; to: number; of: number }) {
  const mark = visible(character);
  const [x, width] = [(side * from) / of, (side * (to - from)) / of];
  const shape = (
    <text
      class={mark === character ? "" : "mark"}
      x={side / 2}
      y={side / 2}
      text-anchor="middle"
      dominant-baseline="central"
    >
      {mark}
    </text>
  );
  return (
    <svg class="glyph" viewBox={`0 0 ${side} ${side}`} aria-hidden="true">
      {of > 1 && <g class="faint">{shape}</g>}
      <svg aria-hidden="true" x={x} y="0" width={width} height={side} viewBox={`${x} 0 ${width} ${side}`}>
        {shape}
      </svg>
    </svg>
  );
}

function visible(character: string): string {
  return character === " " ? "␣" : character.replace(unseen, markOf);
}
