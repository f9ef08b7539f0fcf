// The sums behind numbers, as a lesson states them for a table: `origin: dot("x", "x", 2)`. They say how a
// number was made of others; they never work it out.

import { short } from "./numbers.ts";
import { type Cell, type Table, type Tables, valueAt, type Written } from "./table.ts";

type Origin = NonNullable<Table["origin"]>;

/** Row i of `a` with row j of `b`, number by number: a·b + … over `width` numbers. */
export function dot(a: string, b: string, width: number): Origin {
  return (row, column) =>
    joined(width, "+", (k) => [{ table: a, row, column: k }, "·", { table: b, row: column, column: k }]);
}

/** A cell of the matrix product: row i of `a` with column j of `b`. */
export function product(a: string, b: string, inner: number): Origin {
  return (row, column) =>
    joined(inner, "+", (k) => [{ table: a, row, column: k }, "·", { table: b, row: k, column }]);
}

/** The product with `a` turned on its side: column i of `a` with column j of `b`. */
export function productDown(a: string, b: string, inner: number): Origin {
  return (row, column) =>
    joined(inner, "+", (k) => [{ table: a, row: k, column: row }, "·", { table: b, row: k, column }]);
}

/** Column i of `a` with its column j, number by number over `count` rows. */
export function columnDot(a: string, count: number): Origin {
  return productDown(a, a, count);
}

/** The same cell of `a`, divided by what is written: "√4". */
export function divided(a: string, by: string): Origin {
  return (row, column) => [{ table: a, row, column }, ` ÷ ${by}`];
}

/** e to the cell of `a`, divided by the same for all `count` cells of its row (or, along axis 0, its column). */
export function softmax(a: string, count: number, axis: 0 | 1 = 1): Origin {
  return (row, column) => {
    const line = joined(count, "+", (k) => [
      "e^",
      axis === 1 ? { table: a, row, column: k } : { table: a, row: k, column },
    ]);
    return ["e^", { table: a, row, column }, " ÷ (", ...line, ")"];
  };
}

/** The sum of a row of `a`. */
export function rowSum(a: string, width: number): Origin {
  return (row) => joined(width, "+", (k) => [{ table: a, row, column: k }]);
}

/** The sum of column i of `a`. */
export function columnSum(a: string, count: number): Origin {
  return (row) => joined(count, "+", (k) => [{ table: a, row: k, column: row }]);
}

/** A copy: row i is the row of `a` that `rowOf` names. */
export function picked(a: string, rowOf: (row: number) => number): Origin {
  return (row, column) => [{ table: a, row: rowOf(row), column }];
}

function joined(count: number, sign: string, term: (index: number) => Written): Written {
  return Array.from({ length: count }, (_, k) => (k === 0 ? term(k) : [` ${sign} `, ...term(k)])).flat();
}

/** A part of a sum as it is written: a negative number that follows something stands in brackets. */
export function writtenPart(tables: Tables, sum: Written, index: number): string {
  const part = sum[index]!;
  if (typeof part === "string") return part;
  const value = valueAt(tables, part);
  if (value === undefined) return "?";
  return value < 0 && index > 0 && !/\($/.test(String(sum[index - 1])) ? `(${short(value)})` : short(value);
}

/** The letters of a part, where its table has some. */
function letterOf(tables: Tables, part: string | Cell): string {
  if (typeof part === "string") return part;
  return tables[part.table]?.letters?.[part.row]?.[part.column] ?? short(valueAt(tables, part) ?? Number.NaN);
}

/** A sum in letters, or nothing when none of its numbers has one. */
export function inLetters(tables: Tables, sum: Written): string | undefined {
  const has = sum.some((part) => typeof part !== "string" && tables[part.table]?.letters);
  return has ? sum.map((part) => letterOf(tables, part)).join("") : undefined;
}
