// The numbers of a picture: named tables, and the cells in them.

import { short } from "./numbers.ts";
import { say } from "./words.ts";

/** A number, by its table and its place there; -1 stands for the whole row or column. */
export interface Cell {
  table: string;
  row: number;
  column: number;
}

/** A written sum: text, and numbers that lead further back. */
export type Written = readonly (string | Cell)[];

export interface Table {
  /** What the table holds: "Scores". */
  title: string;
  values: readonly (readonly number[])[];
  rows: readonly string[];
  columns: readonly string[];
  /** What its rows and columns stand for: "query" and "key". */
  axes?: { rows: string; columns: string } | undefined;
  /** One of its numbers in words, with {row} and {column} for their names: "score of {row} with {column}". */
  says: string;
  /** The sum behind a number. A table without it is given: typed by hand, or drawn at random. */
  origin?: ((row: number, column: number) => Written) | undefined;
  /** A further sentence about a number: why it is hidden, what is odd about it. */
  note?: ((row: number, column: number) => string | undefined) | undefined;
  /** Letters that stand for the numbers, where a lesson calculates with letters. */
  letters?: readonly (readonly string[])[] | undefined;
}

export type Tables = Readonly<Record<string, Table>>;

export const keyOf = ({ table, row, column }: Cell) => `${table}/${row}/${column}`;

/** The cell that an element stands for, by its attribute `data-cell`. */
export function cellAt(target: EventTarget | null): Cell | undefined {
  const key = (target as Element | null)?.closest?.("[data-cell]")?.getAttribute("data-cell");
  if (!key) return undefined;
  const [table, row, column] = key.split("/");
  return { table: table!, row: Number(row), column: Number(column) };
}

export function valueAt(tables: Tables, { table, row, column }: Cell): number | undefined {
  return tables[table]?.values[row]?.[column];
}

/** What a table shows, for those who do not see it. */
export function describe({ values, rows, columns, axes }: Table): string {
  const flat = values.flat();
  const finite = flat.filter(Number.isFinite);
  if (finite.length === 0) return say("emptyTable");
  const [least, most] = [Math.min(...finite), Math.max(...finite)];
  const at = flat.indexOf(most);
  const width = columns.length;
  return say("tableInWords", {
    rows: rows.length,
    columns: width,
    each: axes?.rows ?? say("row"),
    every: axes?.columns ?? say("column"),
    least: short(least),
    most: short(most),
    row: rows[Math.floor(at / width)]!,
    column: columns[at % width]!,
  });
}

/** A table as a file of comma-separated values, every digit kept. */
export function csvOf({ values, rows, columns }: Table): string {
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = values.map((row, i) => [quoted(rows[i]!), ...row.map(String)].join(","));
  return `${["", ...columns.map(quoted)].join(",")}\n${lines.join("\n")}\n`;
}
