// Columns of a table as waves: each row of the table is a place along the axis.

import { useCells } from "./cells.ts";
import { Drawing, Frame } from "./frame.tsx";
import { linkClass, useLinked } from "./linked.tsx";
import { short } from "./numbers.ts";
import { csvOf, describe } from "./table.ts";
import { fill } from "./words.ts";

export interface WavesProps {
  title: string;
  table: string;
  /** The columns that are drawn, at most six: each has a dash of its own beside its colour. */
  columns: number[];
}

const width = 360;
const height = 170;
const left = 60;
const right = 52;
const top = 10;
const bottom = 24;

export function Waves({ title, table: name, columns }: WavesProps) {
  const links = useLinked();
  const table = links.table(name);
  const { values, rows, says } = table;
  const { root, onFocusIn, move, drawn } = useCells<SVGSVGElement>(name, rows.length, table.columns.length);
  const shown = values.flatMap((row) => columns.map((column) => row[column]!)).filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...shown), Math.max(0, ...shown)];
  const x = (row: number) => left + (row / Math.max(1, rows.length - 1)) * (width - left - right);
  const y = (value: number) => top + ((high - value) / (high - low || 1)) * (height - top - bottom);
  const ends = apart(
    columns.map((column) => y(values.at(-1)![column]!)),
    15,
  );
  // About eight names along the axis.
  const every = Math.ceil(rows.length / 8);

  return (
    <Frame kind="waves" title={title} words={describe(table)} csv={() => csvOf(table)}>
      {(words) => (
        <Drawing
          root={root}
          width={width}
          height={height}
          title={title}
          words={words}
          onFocusIn={onFocusIn}
          onKeyDown={(event) => {
            // Rows run across here, and from wave to wave it goes up and down.
            const turned = {
              ArrowLeft: "ArrowUp",
              ArrowRight: "ArrowDown",
              ArrowUp: "ArrowLeft",
              ArrowDown: "ArrowRight",
            };
            if (move(turned[event.key as keyof typeof turned] ?? event.key)) event.preventDefault();
          }}
        >
          <g class="paper">
            {[low, 0, high]
              .filter((value, i, all) => all.indexOf(value) === i)
              .map((value) => (
                <g key={value} class={value === 0 ? "axis" : ""}>
                  <line x1={left} x2={width - right} y1={y(value)} y2={y(value)} />
                  <text class="small" x={left - 6} y={y(value) + 3.5} text-anchor="end">
                    {short(value)}
                  </text>
                </g>
              ))}
            {rows.map(
              (row, i) =>
                i % every === 0 && (
                  <text key={i} class="small" x={x(i)} y={height - 6} text-anchor="middle">
                    {row}
                  </text>
                ),
            )}
          </g>
          {columns.map((column, k) => (
            <g key={column} class={`wave hue-${(k % 6) + 1} dash-${(k % 6) + 1}`}>
              <polyline points={values.map((row, i) => `${x(i)},${y(row[column]!)}`).join(" ")} />
              <text class="label" x={width - right + 8} y={ends[k]! + 4}>
                {table.columns[column]}
              </text>
              {values.map((row, i) => (
                <circle
                  key={i}
                  class={linkClass(links, name, i, column)}
                  cx={x(i)}
                  cy={y(row[column]!)}
                  r={rows.length > 40 ? 2 : 3.5}
                  {...drawn(
                    i,
                    column,
                    `${fill(says, { row: rows[i]!, column: table.columns[column]! })}: ${short(row[column]!)}`,
                  )}
                />
              ))}
            </g>
          ))}
        </Drawing>
      )}
    </Frame>
  );
}

/** Heights of labels beside one another's ends, moved until each has its own line. */
function apart(heights: number[], line: number): number[] {
  const moved = [...heights];
  const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]!);
  for (const [k, i] of order.entries()) {
    if (k === 0) continue;
    const gap = moved[i]! - moved[order[k - 1]!]!;
    if (gap >= line) continue;
    // Both give way, and those above with them.
    for (const above of order.slice(0, k)) moved[above]! -= (line - gap) / 2;
    moved[i]! += (line - gap) / 2;
  }
  return moved;
}
