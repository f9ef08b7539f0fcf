// A matrix as a table that can be edited like a spreadsheet.

import { useRef, useState } from "preact/hooks";
import { short } from "../pictures/numbers.ts";
import { readBlock, readNumber } from "./entry.ts";

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
  const editing = useRef(false);
  const typed = useRef(false); // whether editing began with a typed character, which must stay
  const clickEdits = useRef(false); // on a cell that has the focus already, and at once by touch

  const focus = ({ row, column }: Place) => {
    const place = { row: clamp(row, values.length), column: clamp(column, values[0]!.length) };
    setAt(place);
    table.current?.querySelector<HTMLElement>(`[data-cell="${place.row},${place.column}"]`)?.focus();
  };

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
    for (const [i, words] of block.entries())
      for (const [j, word] of words.entries()) {
        const [row, column] = [at.row + i, at.column + j];
        if (next[row]?.[column] === undefined) continue;
        const value = readNumber(word);
        if (value === undefined) {
          const place = `${rowNames[row]}, ${columnNames[column]}`;
          onProblem?.(`“${word.trim()}” is not a number: ${place} stays ${short(next[row][column])}.`);
          return;
        }
        next[row][column] = value;
      }
    onProblem?.(undefined);
    onChange?.(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    const go = ([down, right]: [number, number]) => focus({ row: at.row + down, column: at.column + right });
    if (draft !== undefined) {
      if (event.key === "Enter" || event.key === "Escape") {
        endEditing(event.key === "Enter");
        focus(at);
      } else if (move && move[1] === 0) {
        endEditing(true);
        go(move);
      } else return;
    } else if (move) go(move);
    else if (event.key === "Home") focus({ row: at.row, column: 0 });
    else if (event.key === "End") focus({ row: at.row, column: values[0]!.length });
    else if (onChange && (event.key === "Enter" || event.key === "F2")) startEditing();
    else if (onChange && /^[-+.,\d]$/.test(event.key) && !event.ctrlKey && !event.metaKey)
      startEditing(event.key);
    else return;
    event.preventDefault();
  };

  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!onChange || (draft !== undefined && !/[\t\n]/.test(text.trim()))) return;
    event.preventDefault();
    endEditing(false);
    write(readBlock(text));
  };

  return (
    <figure class="grid">
      <figcaption>{caption}</figcaption>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is made of a table
        role="grid"
        aria-label={caption}
        aria-readonly={!onChange}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onFocusIn={(event) => {
          const place = placeOf(event);
          if (place) setAt(place);
          onPoint?.(place);
        }}
        onFocusOut={() => onPoint?.(undefined)}
        onPointerOver={(event) => onPoint?.(placeOf(event))}
        onPointerLeave={() => onPoint?.(undefined)}
        onPointerDown={(event) => {
          clickEdits.current = event.pointerType === "touch" || event.target === document.activeElement;
        }}
        onClick={(event) => {
          if (onChange && clickEdits.current && !editing.current && placeOf(event)) startEditing();
        }}
      >
        <thead>
          <tr>
            <td />
            {columnNames.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {values.map((cells, row) => (
            <tr key={rowNames[row]}>
              <th scope="row">{rowNames[row]}</th>
              {cells.map((value, column) => {
                const here = at.row === row && at.column === column;
                const name = `${rowNames[row]}, ${columnNames[column]}`;
                return (
                  <td
                    key={columnNames[column]}
                    class={`cell ${cellClass?.(row, column) ?? ""} ${onChange ? "editable" : ""}`}
                    data-cell={`${row},${column}`}
                    tabIndex={here ? 0 : -1}
                    title={describe?.(row, column)}
                  >
                    {here && draft !== undefined ? (
                      <CellInput
                        name={name}
                        typed={typed.current}
                        value={draft}
                        onInput={setDraft}
                        onLeave={() => endEditing(true)}
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

function placeOf({ target }: Event): Place | undefined {
  const cell = (target as Element).closest<HTMLElement>("[data-cell]")?.dataset.cell;
  if (!cell) return undefined;
  const [row, column] = cell.split(",").map(Number);
  return { row: row!, column: column! };
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
