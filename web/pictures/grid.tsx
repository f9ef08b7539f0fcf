// A matrix as a table: to read, to colour by its numbers, or to edit like a spreadsheet.

import { useRef, useState } from "preact/hooks";
import { useCells } from "./cells.ts";
import { readBlock, readNumber } from "./entry.ts";
import { Frame } from "./frame.tsx";
import { linkClass, useLinked } from "./linked.tsx";
import { short } from "./numbers.ts";
import { inLetters } from "./origins.ts";
import { heatOf, Legend, type Scale, scaleOf } from "./scale.tsx";
import { Scroll } from "./scroll.tsx";
import { csvOf, describe } from "./table.ts";
import { say } from "./words.ts";

export interface GridProps {
  /** The name of the table among the linked ones. */
  table: string;
  /** Colours the numbers by their size, with a legend: a heat map, whose scale is that of the numbers or a given one. */
  heat?: boolean | Scale | undefined;
  /** What stands in the cells: numbers, letters with sums of letters, or nothing where cells are small. */
  shows?: "numbers" | "letters" | "nothing" | undefined;
  /** Which cells are hidden by a mask: they are crossed out. */
  hides?: ((row: number, column: number) => boolean) | undefined;
  /** A sign beside a number, such as "≠". */
  mark?: ((row: number, column: number) => string | undefined) | undefined;
  /** A further class for a cell: a hue, a shade. */
  cellClass?: ((row: number, column: number) => string) | undefined;
  /** Called with new numbers after an edit; without it the table is for reading. */
  onChange?: ((values: number[][]) => void) | undefined;
  /** A bad entry is reported here in a sentence; the cell keeps its last good number. */
  onProblem?: ((sentence: string | undefined) => void) | undefined;
}

/** Arrows move, Enter or typing edits, Esc cancels; a block of numbers can be pasted from a spreadsheet. */
export function Grid({ table: name, heat, shows = "numbers", hides, mark, ...more }: GridProps) {
  const { cellClass, onChange, onProblem } = more;
  const links = useLinked();
  const table = links.table(name);
  const { title, values, rows, columns, axes, letters, origin } = table;
  const { at, root, focus, move, onFocusIn, cell } = useCells<HTMLTableElement>(
    name,
    rows.length,
    columns.length,
  );
  const [draft, setDraft] = useState<string>();
  const editing = useRef(false);
  const typed = useRef(false); // whether editing began with a typed character, which must stay
  const clickEdits = useRef(false); // on a cell that has the focus already, and at once by touch
  const scale = heat === true ? scaleOf(values) : heat || undefined;

  const startEditing = (character?: string) => {
    editing.current = true;
    typed.current = character !== undefined;
    setDraft(character ?? String(values[at.row]![at.column]!));
  };

  /** Ends editing and keeps what was typed, or not. The input's own blur comes here too, when it goes. */
  const endEditing = (keep: boolean) => {
    if (!editing.current) return;
    editing.current = false;
    if (keep) write([[draft ?? ""]]);
    setDraft(undefined);
  };

  /** Writes a block of typed words at the current cell, all of it or, when a word is no number, nothing. */
  const write = (block: string[][]) => {
    const next = values.map((row) => [...row]);
    let isCut = false;
    for (const [i, words] of block.entries())
      for (const [j, word] of words.entries()) {
        const [row, column] = [at.row + i, at.column + j];
        const before = next[row]?.[column];
        if (before === undefined) {
          isCut = true;
          continue;
        }
        const value = readNumber(word);
        if (value === undefined) {
          const place = { row: rows[row]!, column: columns[column]! };
          onProblem?.(say("notANumber", { word: word.trim(), ...place, value: short(before) }));
          return;
        }
        next[row]![column] = value;
      }
    if (!isCut) onProblem?.(undefined);
    onChange?.(next); // which may have a problem of its own
    if (isCut) onProblem?.(say("cut"));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (draft !== undefined) {
      if (event.key === "Enter" || event.key === "Escape") {
        endEditing(event.key === "Enter");
        focus(at.row, at.column);
      } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
        endEditing(true);
        move(event.key);
      } else return;
    } else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (!move(event.key)) {
      if (!onChange) return;
      if (event.key === "Enter" || event.key === "F2") startEditing();
      else if (/^[-+.,\d]$/.test(event.key)) startEditing(event.key);
      else return;
    }
    event.preventDefault();
  };

  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!onChange || (draft !== undefined && !/[\t\n]/.test(text.trim()))) return;
    event.preventDefault();
    endEditing(false);
    write(readBlock(text));
  };

  const content = (row: number, column: number) => {
    if (shows === "nothing") return "";
    const inWords =
      shows === "letters" &&
      (letters?.[row]?.[column] ?? inLetters(links.tables, origin?.(row, column) ?? []));
    return inWords || short(values[row]![column]!);
  };

  return (
    <Frame kind={`grid shows-${shows}`} title={title} words={describe(table)} csv={() => csvOf(table)}>
      {(words) => (
        <>
          <Scroll>
            <table
              ref={root}
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is made of a table
              role="grid"
              aria-label={title}
              aria-describedby={words}
              aria-readonly={!onChange}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
              onFocusIn={onFocusIn}
              onPointerDown={(event) => {
                clickEdits.current = event.pointerType === "touch" || event.target === document.activeElement;
              }}
              onClick={({ target }) => {
                const isCell = (target as Element).closest("[data-cell]");
                if (onChange && clickEdits.current && !editing.current && isCell) startEditing();
              }}
            >
              <thead>
                <tr>
                  <td class="axes">{axes && <Axes {...axes} />}</td>
                  {columns.map((column, j) => (
                    <th key={j} scope="col" class={links.columnLinks(name, j) ? "linked" : ""}>
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {values.map((numbers, row) => (
                  <tr key={row}>
                    <th scope="row" class={links.rowLinks(name, row) ? "linked" : ""}>
                      {rows[row]}
                    </th>
                    {numbers.map((value, column) => {
                      const isHidden = hides?.(row, column);
                      const classes = [
                        "cell",
                        onChange && "editable",
                        scale && heatOf(scale, value),
                        isHidden && "crossed",
                        cellClass?.(row, column),
                        linkClass(links, name, row, column),
                      ];
                      const isEdited = at.row === row && at.column === column && draft !== undefined;
                      return (
                        <td key={column} class={classes.filter(Boolean).join(" ")} {...cell(row, column)}>
                          {isEdited ? (
                            <CellInput
                              name={`${rows[row]}, ${columns[column]}`}
                              typed={typed.current}
                              value={draft}
                              onInput={setDraft}
                              onLeave={() => endEditing(true)}
                            />
                          ) : (
                            content(row, column)
                          )}
                          {mark?.(row, column) && <sup>{mark(row, column)}</sup>}
                          {isHidden && <Cross />}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
          {scale && <Legend scale={scale} />}
        </>
      )}
    </Frame>
  );
}

/** What rows and columns stand for, in the corner between them. */
function Axes({ rows, columns }: { rows: string; columns: string }) {
  return (
    <>
      <span>{columns} →</span>
      <span>{rows} ↓</span>
    </>
  );
}

/** The mark of a number that a mask hides. */
function Cross() {
  return (
    <svg class="cross" viewBox="0 0 10 10" preserveAspectRatio="none" role="img" aria-label={say("hidden")}>
      <path d="M0 10 10 0" />
    </svg>
  );
}

interface CellInputProps {
  name: string;
  value: string;
  typed: boolean;
  onInput(value: string): void;
  onLeave(): void;
}

function CellInput({ name, value, typed, onInput, onLeave }: CellInputProps) {
  // The whole old value is selected, so that typing replaces it; a first typed character is kept.
  const start = (input: HTMLInputElement | null) => {
    if (!input || input === document.activeElement) return;
    input.focus();
    if (!typed) input.select();
  };
  return (
    <input
      ref={start}
      aria-label={name}
      inputMode="decimal"
      value={value}
      size={1}
      onInput={(event) => onInput(event.currentTarget.value)}
      onBlur={onLeave}
    />
  );
}
