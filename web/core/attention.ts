// Attention: every token mixes the vectors of the tokens it may read.

import type { Table } from "./bridge.ts";
import { describe, finiteNumber, optionsOf, recordOf, trueOrFalse, wholeNumber } from "./check.ts";
import type { Core } from "./core.ts";
import { TrilError } from "./errors.ts";
import { listFrom, type Matrix, type MatrixLike, matrixFrom, matrixIn } from "./matrix.ts";

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

/** Which keys each query may attend to, queries × keys: rows of booleans, or a matrix of 1 (it may) and 0. */
export type Mask = readonly (readonly (boolean | number)[])[] | MatrixLike;

/** How to attend. */
export interface AttendOptions {
  /** No query reads a key later than itself. With fewer queries than keys the last query stands at the last key:
   *  of Tq queries over Tk keys, query i reads the keys up to i + Tk - Tq. @default false */
  causal?: boolean;
  /** `true` means may attend; together with `causal` both must allow. */
  mask?: Mask;
  /** What scores are multiplied with. @default 1 / sqrt(columns of one head) */
  scale?: number;
  /** How many heads share the columns of queries, keys and values equally. @default 1 */
  heads?: number;
  /** Whether to give each head's working. Without it a call takes memory for the output alone. @default true */
  working?: boolean;
}

/** What one head did: queries × keys in every matrix. */
export interface Head {
  /** Queries times keys. */
  scores: Matrix;
  /** Scores times the scale. */
  scaled: Matrix;
  /** The scaled scores, with -Infinity where the query may not attend. */
  masked: Matrix;
  /** Softmax of each row of `masked`: exactly 0 where masked. */
  weights: Matrix;
  /** The sum of each row of weights: 1, or 0 for a query that may read nothing. */
  rowSums: Float32Array;
}

/** What attention gives. */
export interface Attention {
  /** Queries × value columns; the heads stand side by side. */
  output: Matrix;
  /** The working of each head; empty with `working: false`. */
  heads: Head[];
}

/** x W, or x W + b: the weight is in × out (PyTorch's nn.Linear keeps it out × in). */
export type Projection = MatrixLike | { weight: MatrixLike; bias?: ArrayLike<number> };

/** The projections of an attention layer. */
export interface Projections {
  query: Projection;
  key: Projection;
  value: Projection;
  /** Applied to the joined heads, where there is one. */
  output?: Projection;
}

/** What a layer of attention gives: `output` is the last of it, after the output projection. */
export interface SelfAttention extends Attention {
  queries: Matrix;
  keys: Matrix;
  values: Matrix;
  /** The heads' outputs side by side, before the output projection. */
  joined: Matrix;
}

export function mix({ raw, bridge }: Core, weights: MatrixLike, values: MatrixLike): Mix {
  bridge.call(raw.mix, matrixFrom(weights, "The weights"), matrixFrom(values, "The values"));
  const flat = bridge.integers(3);
  const future = Array.from({ length: flat.length / 2 }, (_, i): [number, number] => [
    flat[2 * i]!,
    flat[2 * i + 1]!,
  ]);
  return {
    mixed: matrixIn(bridge, 0),
    rowSums: bridge.floats(2),
    lowerTriangular: future.length === 0,
    future,
  };
}

export function attend(
  { raw, bridge }: Core,
  queries: MatrixLike,
  keys: MatrixLike,
  values: MatrixLike,
  options: AttendOptions,
): Attention {
  const q = matrixFrom(queries, "The queries");
  const k = matrixFrom(keys, "The keys");
  const v = matrixFrom(values, "The values");
  const how = howToAttend(options, "attend");
  bridge.call(raw.attend, q, k, v, ...how.laid);
  const block = new Block(bridge.floats(0));
  return { output: block.matrix(q.rows, v.columns), heads: headsIn(block, q.rows, k.rows, how) };
}

export function selfAttend(
  { raw, bridge }: Core,
  x: MatrixLike,
  projections: Projections,
  options: AttendOptions,
): SelfAttention {
  const from = matrixFrom(x, "x");
  const by = projectionsFrom(projections, "selfAttend");
  const how = howToAttend(options, "selfAttend");
  bridge.call(raw.selfAttend, from, ...by.laid, ...how.laid);
  return layerIn(new Block(bridge.floats(0)), from.rows, from.rows, by, how);
}

export function crossAttend(
  { raw, bridge }: Core,
  x: MatrixLike,
  context: MatrixLike,
  projections: Projections,
  options: AttendOptions,
): SelfAttention {
  const [from, to] = [matrixFrom(x, "x"), matrixFrom(context, "The context")];
  const by = projectionsFrom(projections, "crossAttend");
  const how = howToAttend(options, "crossAttend");
  bridge.call(raw.crossAttend, from, to, ...by.laid, ...how.laid);
  return layerIn(new Block(bridge.floats(0)), from.rows, to.rows, by, how);
}

interface How {
  heads: number;
  working: boolean;
  /** All of it, as the core reads it. */
  laid: (number | Table)[];
}

const defaults = {
  causal: false,
  mask: undefined as Mask | undefined,
  scale: undefined as number | undefined,
  heads: 1,
  working: true,
};

function howToAttend(options: AttendOptions, call: string): How {
  const { causal, mask, scale, heads, working } = optionsOf(options, call, defaults);
  trueOrFalse(causal, "`causal`");
  trueOrFalse(working, "`working`");
  wholeNumber(heads, "The number of heads", 1);
  const laid = [
    Number(causal),
    scale === undefined ? Number.NaN : finiteNumber(scale, "The scale"),
    heads,
    Number(working),
    Number(mask !== undefined),
  ];
  return { heads, working, laid: mask === undefined ? laid : [...laid, maskFrom(mask)] };
}

/** A mask as bytes; a number other than 0 and 1 is refused, for it is meant to be added to the scores. */
function maskFrom(mask: Mask): Table {
  const numbers = Array.isArray(mask)
    ? mask.map((row) =>
        Array.isArray(row) ? row.map((may) => (typeof may === "boolean" ? Number(may) : may)) : row,
      )
    : mask;
  const { rows, columns, data } = matrixFrom(numbers as MatrixLike, "The mask");
  const odd = data.find((may) => may !== 0 && may !== 1);
  if (odd !== undefined)
    throw new TrilError(
      "bad-argument",
      `The mask says true or 1 where a query may attend and false or 0 where not; it holds ${describe(odd)}.`,
    );
  return { rows, columns, data: Uint8Array.from(data) };
}

interface ProjectionsLaid {
  queryColumns: number;
  keyColumns: number;
  valueColumns: number;
  outputColumns: number;
  laid: (number | Table)[];
}

function projectionsFrom(projections: Projections, call: string): ProjectionsLaid {
  const { query, key, value, output } = recordOf(projections, `The projections of ${call}`);
  const [q, k, v] = [
    projectionFrom(query, "query"),
    projectionFrom(key, "key"),
    projectionFrom(value, "value"),
  ];
  const o = output === undefined ? undefined : projectionFrom(output, "output");
  return {
    queryColumns: q[0].columns,
    keyColumns: k[0].columns,
    valueColumns: v[0].columns,
    outputColumns: (o ?? v)[0].columns,
    laid: [...q, ...k, ...v, ...(o ? [1, ...o] : [0])],
  };
}

/** The weight and the bias, empty where there is none. */
function projectionFrom(projection: Projection, name: string): [Matrix, Matrix] {
  const { weight, bias } =
    typeof projection === "object" && projection !== null && "weight" in projection
      ? projection
      : { weight: projection, bias: undefined };
  return [
    matrixFrom(weight, `The ${name} projection`),
    bias === undefined ? noBias : listFrom(bias, `The bias of the ${name} projection`),
  ];
}

const noBias: Matrix = { rows: 0, columns: 0, data: new Float32Array() };

/** The numbers that a call left in one box, taken matrix by matrix: all share one copy. */
class Block {
  readonly #buffer: ArrayBuffer;
  #at = 0;

  constructor(numbers: Float32Array<ArrayBuffer>) {
    this.#buffer = numbers.buffer;
  }

  list(length: number): Float32Array {
    const numbers = new Float32Array(this.#buffer, this.#at, length);
    this.#at += numbers.byteLength;
    return numbers;
  }

  matrix(rows: number, columns: number): Matrix {
    return { rows, columns, data: this.list(rows * columns) };
  }
}

function headsIn(block: Block, queries: number, keys: number, { heads, working }: How): Head[] {
  const result: Head[] = [];
  for (let head = 0; working && head < heads; head++)
    result.push({
      scores: block.matrix(queries, keys),
      scaled: block.matrix(queries, keys),
      masked: block.matrix(queries, keys),
      weights: block.matrix(queries, keys),
      rowSums: block.list(queries),
    });
  return result;
}

function layerIn(block: Block, queries: number, keys: number, by: ProjectionsLaid, how: How): SelfAttention {
  return {
    queries: block.matrix(queries, by.queryColumns),
    keys: block.matrix(keys, by.keyColumns),
    values: block.matrix(keys, by.valueColumns),
    output: block.matrix(queries, by.outputColumns),
    joined: block.matrix(queries, by.valueColumns),
    heads: headsIn(block, queries, keys, how),
  };
}
