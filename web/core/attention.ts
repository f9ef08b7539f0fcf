// Matrix arithmetic and mixing, computed by the core.

import { optionsOf, wholeNumber } from "./check.ts";
import type { Core } from "./core.ts";
import { type Matrix, type MatrixLike, matrixFrom } from "./matrix.ts";

/** What mixing by hand-set weights gives. */
export interface Mix {
  /** weights × values */
  mixed: Matrix;
  /** The sum of each row of weights: 1 for an average. */
  rowSums: Float32Array;
  /** Whether no weight above the diagonal differs from 0, so that no position reads a later one. */
  lowerTriangular: boolean;
  /** The weights that do, as [row, column]. */
  future: [number, number][];
}

export function matmul({ raw, bridge }: Core, a: MatrixLike, b: MatrixLike): Matrix {
  bridge.call(raw.matmul, matrixFrom(a, "The left matrix"), matrixFrom(b, "The right matrix"));
  return matrixIn({ raw, bridge }, 0);
}

export function transpose({ raw, bridge }: Core, a: MatrixLike): Matrix {
  bridge.call(raw.transpose, matrixFrom(a));
  return matrixIn({ raw, bridge }, 0);
}

export function softmax({ raw, bridge }: Core, a: MatrixLike, options: { axis?: number }): Matrix {
  const axis = wholeNumber(optionsOf(options, "softmax").axis ?? 1, "The axis", -2, 1);
  bridge.call(raw.softmax, matrixFrom(a), axis);
  return matrixIn({ raw, bridge }, 0);
}

export function mix({ raw, bridge }: Core, weights: MatrixLike, values: MatrixLike): Mix {
  bridge.call(raw.mix, matrixFrom(weights, "The weights"), matrixFrom(values, "The values"));
  const flat = bridge.integers(3);
  const future = Array.from({ length: flat.length / 2 }, (_, i): [number, number] => [
    flat[2 * i]!,
    flat[2 * i + 1]!,
  ]);
  return {
    mixed: matrixIn({ raw, bridge }, 0),
    rowSums: bridge.floats(2),
    lowerTriangular: future.length === 0,
    future,
  };
}

/** A matrix that lies in two boxes: its shape, and its numbers. */
function matrixIn({ bridge }: Core, box: number): Matrix {
  const shape = bridge.integers(box);
  return { rows: shape[0]!, columns: shape[1]!, data: bridge.floats(box + 1) };
}
