// A matrix as a table that can be edited like a spreadsheet.

import { useRef, useState } from "preact/hooks";
import { short } from "../pictures/numbers.ts";

export interface GridProps {
  /** What the table holds, for its caption and for screen readers. */
  caption: string;
  values: number[][];
  rowNames: string[];
  columnNames: string[];
  /** A further class for a cell: a hue, a shade. */
  cellClass?(row: number, column: number): string;
  /** What a cell means, in words, for screen readers and hover. */
  describe?(row: number, column: number): string;
  /** Called with a new matrix after an edit; without it the table is for reading. */
  onChange?(values: number[][]): void;
  /** Called with the cell under the pointer or the keyboard's focus. */
  onPoint?(cell: Place | undefined): void;
  /** A bad entry is reported here in a sentence; the cell keeps its last good value. */
  onProblem?(sentence: string | undefined): void;
}

export interface Place {
  row: number;
  column: number;
}

const moves: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrows move, Enter or typing edits, Esc cancels; a block of numbers can be pasted from a spreadsheet. */
export function Grid({ caption, values, rowNames, columnNames, ...options }: GridProps) {
  const { cellClass, describe, onChange, onPoint, onProblem } = options;
  const [at, setAt] = useState<Place>({ row: 0, column: 0 });
  const [draft, setDraft] = useState<string>();
  const table = useRef<HTMLTableElement>(null);
  const ready = useRef(false); // whether a click edits: on a cell that has the focus, and at once by touch

  const focus = ({ row, column }: Place) => {
    const place = { row: clamp(row, values.length), column: clamp(column, values[0]!.length) };
    setAt(place);
    cellAt(place)?.focus();
  };
  const cellAt = ({ row, column }: Place) =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${row},${column}"]`);

  const startEditing = ({ row, column }: Place) => setDraft(String(values[row]![column]!));

  /** Ends editing with what was typed, then moves. */
  const commit = (move: [number, number] = [0, 0]) => {
    if (draft !== undefined) write(at, [[draft]]);
    setDraft(undefined);
    focus({ row: at.row + move[0], column: at.column + move[1] });
  };

  const write = (from: Place, block: string[][]) => {
    const next = values.map((row) => [...row]);
    for (const [i, words] of block.entries())
      for (const [j, word] of words.entries()) {
        const [row, column] = [from.row + i, from.column + j];
        if (next[row]?.[column] === undefined) continue;
        const value = readNumber(word);
        if (value === undefined) {
          onProblem?.(
            `“${word.trim()}” is not a number, so ${rowNames[row]}, ${columnNames[column]} stays ${short(values[row]![column]!)}.`,
          );
          return;
        }
        next[row][column] = value;
      }
    onProblem?.(undefined);
    onChange?.(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    const editing = draft !== undefined;
    if (editing) {
      if (event.key === "Enter") commit();
      else if (event.key === "Escape") {
        setDraft(undefined);
        focus(at);
      } else if (move && move[1] === 0) commit(move);
      else return;
    } else if (move) focus({ row: at.row + move[0], column: at.column + move[1] });
    else if (event.key === "Home") focus({ row: at.row, column: 0 });
    else if (event.key === "End") focus({ row: at.row, column: Number.POSITIVE_INFINITY });
    else if (onChange && (event.key === "Enter" || event.key === "F2")) startEditing(at);
    else if (onChange && /^[-+.,\d]$/.test(event.key) && !event.ctrlKey && !event.metaKey) setDraft(event.key);
    else return;
    event.preventDefault();
  };

  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!onChange || (draft !== undefined && !/[\t\n]/.test(text.trim()))) return;
    event.preventDefault();
    setDraft(undefined);
    write(at, readBlock(text));
  };

  return (
    <figure class="grid">
      <figcaption>{caption}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is what a grid is made of */}
      <table ref={table} role="grid" aria-label={caption} onKeyDown={onKeyDown} onPaste={onPaste}>
        <thead>
          <tr>
            <th class="corner" aria-hidden="true" />
            {columnNames.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {values.map((cells, row) => (
            <tr key={row}>
              <th scope="row">{rowNames[row]}</th>
              {cells.map((value, column) => {
                const here = at.row === row && at.column === column;
                const classes = ["cell", cellClass?.(row, column), onChange ? "editable" : ""];
                return (
                  // biome-ignore lint/a11y/useSemanticElements: a td inside a grid is a gridcell
                  <td
                    key={column}
                    role="gridcell"
                    class={classes.filter(Boolean).join(" ")}
                    data-cell={`${row},${column}`}
                    tabIndex={here ? 0 : -1}
                    title={describe?.(row, column)}
                    onFocus={() => {
                      setAt({ row, column });
                      onPoint?.({ row, column });
                    }}
                    onBlur={() => onPoint?.(undefined)}
                    onPointerEnter={() => onPoint?.({ row, column })}
                    onPointerLeave={() => onPoint?.(undefined)}
                    onPointerDown={(event) => {
                      ready.current = event.pointerType === "touch" || event.currentTarget.matches(":focus");
                    }}
                    onClick={() => onChange && ready.current && draft === undefined && startEditing({ row, column })}
                  >
                    {here && draft !== undefined ? (
                      <CellInput
                        label={`${rowNames[row]}, ${columnNames[column]}`}
                        value={draft}
                        onInput={setDraft}
                        onLeave={() => {
                          write(at, [[draft]]);
                          setDraft(undefined);
                        }}
                      />
                    ) : (
                      short(value)
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

interface CellInputProps {
  label: string;
  value: string;
  onInput(value: string): void;
  onLeave(): void;
}

function CellInput({ label, value, onInput, onLeave }: CellInputProps) {
  // The whole old value is selected, so that typing replaces it; a first typed character is kept.
  const start = (input: HTMLInputElement | null) => {
    if (!input || input === input.ownerDocument.activeElement) return;
    input.focus();
    if (value.length > 1) input.select();
  };
  return (
    <input
      ref={start}
      aria-label={label}
      inputMode="decimal"
      value={value}
      size={1}
      onInput={(event) => onInput(event.currentTarget.value)}
      onBlur={onLeave}
    />
  );
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}

/** Reads "0.25", "-1e3", "0,25" and "1/3"; undefined when it is not a number. */
export function readNumber(word: string): number | undefined {
  const text = word.trim().replace("−", "-").replace(",", ".");
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?:\s*\/\s*(\d+\.?\d*))?$/i.exec(text);
  if (!match) return undefined;
  const value = Number(match[1]) / Number(match[2] ?? 1);
  return Number.isFinite(value) && Number.isFinite(Math.fround(value)) ? value : undefined;
}

/** Cuts pasted text into rows and cells: as spreadsheets copy them (tabs), and as `tolist()` prints them. */
export function readBlock(text: string): string[][] {
  const printed = text.includes("[");
  const rows = printed ? (text.match(/[^[\]]*\d[^[\]]*/g) ?? []) : text.trim().split(/\r?\n/);
  return rows.map((row) => {
    if (row.includes("\t")) return row.split("\t");
    // One comma between digits may be a decimal comma; more of them separate.
    const commas = printed || row.split(",").length > 2;
    return row
      .trim()
      .split(commas ? /[\s,;]+/ : /[\s;]+|,\s+/)
      .filter(Boolean);
  });
}
