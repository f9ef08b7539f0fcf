// The sentence that two lessons follow through self-attention: its vectors, and the three matrices that make
// queries, keys and values of them. All are drawn from a seed, as PyTorch draws them, until somebody types other
// numbers.

import type { Matrix, Tril } from "../../core/index.ts";
import { dataOf, numberIn, rowsIn, textsIn } from "../data.ts";

export interface Sentence {
  names: string[];
  ids: number[];
  seed: number;
  /** How many numbers a query and a key have, and how many a value has. */
  keyWidth: number;
  valueWidth: number;
  /** The three matrices, where somebody typed into them. */
  query: number[][] | null;
  key: number[][] | null;
  value: number[][] | null;
}

export interface Drawn {
  x: number[][];
  query: number[][];
  key: number[][];
  value: number[][];
}

/** The width of the sentence's vectors. */
const width = 3;

export function sentenceIn(block: unknown): Sentence {
  const data = dataOf(block);
  const ids = rowsIn({ ids: [data.ids] }, "ids")[0]!;
  const typed = (name: string) => (data[name] ? rowsIn(data, name) : null);
  return {
    names: textsIn(data, "names", ids.length),
    ids,
    seed: numberIn(data, "seed"),
    keyWidth: numberIn(data, "keyWidth"),
    valueWidth: numberIn(data, "valueWidth"),
    query: typed("query"),
    key: typed("key"),
    value: typed("value"),
  };
}

/** The sentence's vectors and its three matrices; the seed is set anew before the matrices are drawn. */
export function drawn(tril: Tril, { ids, seed, keyWidth, valueWidth, ...typed }: Sentence): Drawn {
  const rows = firstRows(tril, seed, Math.max(...ids) + 1, width);
  const random = tril.random(seed);
  const draw = (columns: number) => tril.toArray(random.uniform(width, columns));
  const [query, key, value] = [draw(keyWidth), draw(keyWidth), draw(valueWidth)];
  return {
    x: tril.toArray(tril.embed(ids, rows)),
    query: typed.query ?? query,
    key: typed.key ?? key,
    value: typed.value ?? value,
  };
}

/**
 * The first rows of a table of token vectors. In PyTorch, and so in tril, they are the same in every table whose
 * numbers come in whole blocks of 16; sixteen rows are enough to know those of a table with 50,000.
 */
export function firstRows(tril: Tril, seed: number, count: number, width: number): number[][] {
  const block = 16;
  const rows = Math.ceil(count / block) * block;
  return tril.toArray(tril.random(seed).normal(rows, width)).slice(0, count);
}

/** Matrices of the core as rows of plain numbers. */
export function plain<Names extends string>(
  tril: Tril,
  matrices: Record<Names, Matrix>,
): Record<Names, number[][]> {
  return Object.fromEntries(
    Object.entries<Matrix>(matrices).map(([name, matrix]) => [name, tril.toArray(matrix)]),
  ) as Record<Names, number[][]>;
}
