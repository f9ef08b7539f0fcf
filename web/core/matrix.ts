// Matrices in JavaScript: rows, columns, and the numbers row after row; and the arithmetic on them.

import type { Bridge } from "./bridge.ts";
import { describe, finiteNumber, indexIn, largestWord, optionsOf, wholeNumber } from "./check.ts";
import type { Core } from "./core.ts";
import { TrilError } from "./errors.ts";

/** A matrix: `data[row * columns + column]`, as float32. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array;
}

/** What is taken wherever a matrix is: one, or an array of equally long rows of numbers. */
export type MatrixLike = Matrix | readonly ArrayLike<number>[];

const printedDecoder = new TextDecoder();

/** Checks nested arrays and copies them into a matrix; the error names the row that does not fit. */
export function matrixFrom(value: MatrixLike, what = "A matrix"): Matrix {
  if (Array.isArray(value)) return fromRows(value, what);
  const { rows, columns, data } = (value ?? {}) as Partial<Matrix>;
  if (!isLength(rows) || !isLength(columns) || !(data instanceof Float32Array))
    throw shapeError(`${what} is an array of rows, such as [[1, 0], [0.5, 0.5]], or a Matrix.`);
  if (data.length !== rows * columns)
    throw shapeError(`${what} says ${rows} × ${columns} but holds ${data.length} numbers.`);
  return { rows, columns, data };
}

function fromRows(rows: readonly unknown[], what: string): Matrix {
  const columns = lengthOf(rows[0]) ?? 0;
  const data = new Float32Array(rows.length * columns);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as ArrayLike<unknown>;
    const length = lengthOf(row);
    if (length === undefined) throw shapeError(`${what}: row ${i} is not an array of numbers.`);
    if (length !== columns)
      throw shapeError(`${what}: row ${i} has ${length} numbers, but row 0 has ${columns}.`);
    for (let j = 0; j < columns; j++) {
      const number = row[j];
      if (typeof number !== "number")
        throw shapeError(`${what}: row ${i}, column ${j} is ${describe(number)}, not a number.`);
      data[i * columns + j] = number;
    }
  }
  return { rows: rows.length, columns, data };
}

/** Checks a list of numbers and gives it as a matrix of one row. */
export function listFrom(list: ArrayLike<number>, what: string): Matrix {
  if (lengthOf(list) === undefined) throw shapeError(`${what} is an array of numbers.`);
  return list instanceof Float32Array
    ? { rows: 1, columns: list.length, data: list }
    : fromRows([list], what);
}

/** The length of a row: an array or a typed array. */
function lengthOf(row: unknown): number | undefined {
  return Array.isArray(row) || ArrayBuffer.isView(row)
    ? (row as unknown as ArrayLike<number>).length
    : undefined;
}

function isLength(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= largestWord;
}

/** The rows as nested arrays. */
export function arrayFrom({ rows, columns, data }: Matrix): number[][] {
  return Array.from({ length: rows }, (_, i) => [...data.subarray(i * columns, (i + 1) * columns)]);
}

export function matmul({ raw, bridge }: Core, a: MatrixLike, b: MatrixLike): Matrix {
  bridge.call(raw.matmul, matrixFrom(a, "The left matrix"), matrixFrom(b, "The right matrix"));
  return matrixIn(bridge, 0);
}

export function transpose({ raw, bridge }: Core, a: MatrixLike): Matrix {
  bridge.call(raw.transpose, matrixFrom(a));
  return matrixIn(bridge, 0);
}

export function softmax({ raw, bridge }: Core, a: MatrixLike, options: { axis?: number }): Matrix {
  const axis = wholeNumber(optionsOf(options, "softmax", { axis: 1 }).axis, "The axis", -2, 1);
  bridge.call(raw.softmax, matrixFrom(a), axis);
  return matrixIn(bridge, 0);
}

export function add({ raw, bridge }: Core, a: MatrixLike, b: MatrixLike): Matrix {
  bridge.call(raw.add, matrixFrom(a, "The left matrix"), matrixFrom(b, "The right matrix"));
  return matrixIn(bridge, 0);
}

export function scale({ raw, bridge }: Core, a: MatrixLike, factor: number): Matrix {
  if (typeof factor !== "number")
    throw new TrilError("bad-argument", `The factor is a number, not ${describe(factor)}.`);
  bridge.call(raw.scale, matrixFrom(a), factor);
  return matrixIn(bridge, 0);
}

export function sum({ raw, bridge }: Core, a: MatrixLike, options: { axis?: number }): Float32Array {
  const axis = wholeNumber(optionsOf(options, "sum", { axis: 1 }).axis, "The axis", -2, 1);
  bridge.call(raw.sum, matrixFrom(a), axis);
  return bridge.floats(0);
}

export function entropy({ raw, bridge }: Core, shares: MatrixLike): Float32Array {
  bridge.call(raw.entropy, matrixFrom(shares, "The shares"));
  return bridge.floats(0);
}

/** How to normalise. */
export interface LayerNormOptions {
  /** What each column is multiplied with. @default 1 */
  gain?: ArrayLike<number>;
  /** What each column is moved by. @default 0 */
  shift?: ArrayLike<number>;
  /** Added to the variance, 0 or more. @default 1e-5 */
  epsilon?: number;
}

export function layerNorm({ raw, bridge }: Core, x: MatrixLike, options: LayerNormOptions): Matrix {
  const none: number[] = [];
  const { gain, shift, epsilon } = optionsOf<Required<LayerNormOptions>>(options, "layerNorm", {
    gain: none,
    shift: none,
    epsilon: 1e-5,
  });
  const rows = matrixFrom(x, "x");
  const listOf = (list: ArrayLike<number>, what: string) => {
    const numbers = listFrom(list, what);
    // The core takes an empty list for none.
    if (list !== none && numbers.columns === 0 && rows.columns > 0)
      throw shapeError(`${what} is empty but the rows have ${rows.columns}: both need the same width.`);
    return numbers;
  };
  bridge.call(
    raw.layerNorm,
    rows,
    listOf(gain, "The gain"),
    listOf(shift, "The shift"),
    finiteNumber(epsilon, "The epsilon"),
  );
  return matrixIn(bridge, 0);
}

// In the order of the core's own list.
const activations = ["relu", "gelu", "gelu-tanh", "silu", "sigmoid", "tanh"] as const;

/** A function of one number that layers put between their products; "gelu-tanh" is GELU's usual approximation. */
export type Activation = (typeof activations)[number];

export function activate({ raw, bridge }: Core, x: MatrixLike, activation: Activation): Matrix {
  bridge.call(raw.activate, matrixFrom(x, "x"), indexIn(activations, activation, "The activation"));
  return matrixIn(bridge, 0);
}

const similarities = ["dot", "cosine"] as const;

/**
 * How alike two vectors are: "dot" is the sum of products; "cosine" divides it by the product of both lengths, or by
 * 1e-8 where that is less, as PyTorch does.
 */
export type Similarity = (typeof similarities)[number];

export function scores(
  { raw, bridge }: Core,
  x: MatrixLike,
  y: MatrixLike,
  options: { similarity?: Similarity },
): Matrix {
  const { similarity } = optionsOf<{ similarity: Similarity }>(options, "scores", { similarity: "dot" });
  const kind = indexIn(similarities, similarity, "The similarity");
  bridge.call(raw.scores, matrixFrom(x, "The left matrix"), matrixFrom(y, "The right matrix"), kind);
  return matrixIn(bridge, 0);
}

export function format({ raw, bridge }: Core, numbers: MatrixLike | ArrayLike<number>): string {
  const isList =
    ArrayBuffer.isView(numbers) ||
    (Array.isArray(numbers) && (numbers.length === 0 || typeof numbers[0] === "number"));
  const shown = isList
    ? listFrom(numbers as ArrayLike<number>, "What is printed")
    : matrixFrom(numbers as MatrixLike);
  bridge.call(raw.format, shown, Number(isList));
  return printedDecoder.decode(bridge.bytes(0));
}

/** A matrix that lies in two boxes: its shape, and its numbers. */
export function matrixIn(bridge: Bridge, box: number): Matrix {
  const shape = bridge.integers(box);
  return { rows: shape[0]!, columns: shape[1]!, data: bridge.floats(box + 1) };
}

function shapeError(message: string): TrilError {
  return new TrilError("bad-shape", message);
}
