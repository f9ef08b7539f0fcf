// Embedding: an id becomes a row of a table.

import type { Core } from "./core.ts";
import { type Matrix, type MatrixLike, matrixFrom, matrixIn } from "./matrix.ts";
import { checkIds } from "./tokenizer.ts";

export function embed({ raw, bridge }: Core, ids: ArrayLike<number>, table: MatrixLike): Matrix {
  bridge.call(raw.embed, checkIds(ids), matrixFrom(table, "The table"));
  return matrixIn(bridge, 0);
}
