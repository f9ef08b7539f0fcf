// Matrices in JavaScript: rows, columns, and the numbers row after row.

import { TrilError } from "./errors.ts";

/** A matrix: `data[row * columns + column]`, as float32. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array;
}

/** What is taken wherever a matrix is: one, or an array of equally long rows of numbers. */
export type MatrixLike = Matrix | readonly (readonly number[])[];

/** Checks nested arrays and copies them into a matrix; the error names the row that does not fit. */
export function matrixFrom(value: MatrixLike, what = "A matrix"): Matrix {
  if (isMatrix(value)) {
    if (value.data.length === value.rows * value.columns) return value;
    throw shapeError(`${what} says ${value.rows} × ${value.columns} but holds ${value.data.length} numbers.`);
  }
  if (!Array.isArray(value))
    throw shapeError(`${what} is an array of rows, such as [[1, 0], [0.5, 0.5]], or a Matrix.`);
  const rows: readonly unknown[] = value;
  const first = rows[0];
  const columns = Array.isArray(first) ? first.length : 0;
  const data = new Float32Array(rows.length * columns);
  for (const [i, row] of rows.entries()) {
    if (!Array.isArray(row)) throw shapeError(`${what}: row ${i} is not an array of numbers.`);
    if (row.length !== columns)
      throw shapeError(`${what}: row ${i} has ${row.length} numbers, but row 0 has ${columns}.`);
    for (const [j, number] of row.entries()) {
      if (typeof number !== "number")
        throw shapeError(`${what}: row ${i}, column ${j} is ${describe(number)}, not a number.`);
      data[i * columns + j] = number;
    }
  }
  return { rows: rows.length, columns, data };
}

/** The rows as nested arrays. */
export function arrayFrom({ rows, columns, data }: Matrix): number[][] {
  return Array.from({ length: rows }, (_, i) => [...data.subarray(i * columns, (i + 1) * columns)]);
}

function isMatrix(value: unknown): value is Matrix {
  const { rows, columns, data } = (value ?? {}) as Partial<Matrix>;
  return data instanceof Float32Array && Number.isInteger(rows) && Number.isInteger(columns);
}

function shapeError(message: string): TrilError {
  return new TrilError("bad-shape", message);
}

/** A value as a message shows it. */
export function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "number" || value === null || value === undefined) return String(value);
  return Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}
