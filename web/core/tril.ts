// The public calls, one table: each is explained here and done in its station's file.

import * as attention from "./attention.ts";
import type { Bridge } from "./bridge.ts";
import type { Core } from "./core.ts";
import { type LoadBpeOptions, loadBpe } from "./formats.ts";
import * as matrices from "./matrix.ts";
import { arrayFrom, type Matrix, type MatrixLike, matrixFrom } from "./matrix.ts";
import type { RawModule } from "./raw.ts";
import { type Pattern, type Piece, split } from "./text.ts";
import { Tokenizer } from "./tokenizer.ts";
import { type TrainBpeOptions, Trainer, type TrainerOptions, trainBpe } from "./train.ts";
import {
  loadWords,
  type TrainWordsOptions,
  trainWords,
  type WordOptions,
  type WordTokenizer,
  type WordVocabulary,
} from "./words.ts";

/** The started core. `await load()` gives it; everything that tril computes is called on it. */
export class Tril {
  readonly #core: Core;

  /** @internal */
  constructor(raw: RawModule, bridge: Bridge) {
    this.#core = { raw, bridge };
  }

  /**
   * Cuts a text as a tokenizer does before it merges. The pieces in a row are the text.
   *
   * @example
   * tril.split("Hello, world", "gpt2").map(({ start, end }) => "Hello, world".slice(start, end));
   * // ["Hello", ",", " world"]
   */
  split(text: string, pattern: Pattern): Piece[] {
    return split(this.#core, text, pattern);
  }

  /**
   * Gives every word of a text an id, from 0 on in the order of their code points; the unknown token comes last.
   *
   * @example
   * const tokenizer = tril.trainWords("Life is short, eat dessert first");
   * tokenizer.encode("Life is short, eat dessert first"); // Uint32Array [0, 4, 5, 2, 1, 3]
   */
  trainWords(text: string, options: TrainWordsOptions = {}): WordTokenizer {
    return trainWords(this.#core, text, options);
  }

  /**
   * A word tokenizer of words whose ids are known. There is an unknown token when the vocabulary has it.
   *
   * @throws TrilError "bad-argument" for an empty word, and for words or ids that come twice.
   * @example
   * tril.loadWords({ "<unk>": 0, a: 1, b: 2 }).encode("a b c"); // Uint32Array [1, 2, 0]
   */
  loadWords(vocabulary: WordVocabulary, options: WordOptions = {}): WordTokenizer {
    return loadWords(this.#core, vocabulary, options);
  }

  /**
   * Learns a byte-pair tokenizer from a text: again and again the most frequent pair of neighbours becomes a new
   * token; among equals the pair that occurs first. When no pair is left it stops early, with fewer merges.
   *
   * @throws TrilError "bad-argument" when `vocabSize` is below 256, or special tokens do not fit.
   * @example
   * const tokenizer = tril.trainBpe("happily happiness unhappy", { vocabSize: 256 + 3 });
   * tokenizer.merges[0]; // { left: 104, right: 97, id: 256, count: 3 }
   * tokenizer.encode("happy"); // Uint32Array [258, 121]
   */
  trainBpe(text: string, options: TrainBpeOptions): Tokenizer {
    return trainBpe(this.#core, text, options);
  }

  /**
   * The same, a few merges at a time and with its working: for progress bars, and for looking inside.
   *
   * @throws TrilError as `trainBpe`.
   */
  trainer(text: string, options: TrainerOptions): Trainer {
    return new Trainer(this.#core, text, options);
  }

  /**
   * Reads a tokenizer's file: minbpe's `.model` or a `.tiktoken` file.
   *
   * @throws TrilError "bad-file" that names the line and what is wrong with it.
   * @example
   * tril.loadBpe("minbpe v1\n\n0\n97 97\n256 97\n").encode("aaaaa"); // Uint32Array [256, 257]
   */
  loadBpe(file: Uint8Array | string, options: LoadBpeOptions = {}): Tokenizer {
    loadBpe(this.#core, file, options);
    return new Tokenizer(this.#core);
  }

  /**
   * A matrix from rows of numbers.
   *
   * @throws TrilError "bad-shape" that names the row that does not fit.
   * @example
   * tril.matrix([[1, 2], [3, 4]]).data; // Float32Array [1, 2, 3, 4]
   */
  matrix(rows: MatrixLike): Matrix {
    const { rows: count, columns, data } = matrixFrom(rows);
    return { rows: count, columns, data: data.slice() };
  }

  /** The rows of a matrix as arrays of numbers. */
  toArray(matrix: Matrix): number[][] {
    return arrayFrom(matrixFrom(matrix));
  }

  /**
   * The matrix product: (n × k) times (k × m) is n × m.
   *
   * @throws TrilError "bad-shape" when the left matrix has not as many columns as the right one has rows.
   * @example
   * tril.toArray(tril.matmul([[1, 2]], [[3], [4]])); // [[11]]
   */
  matmul(a: MatrixLike, b: MatrixLike): Matrix {
    return matrices.matmul(this.#core, a, b);
  }

  /** Rows become columns. Example: `transpose([[1, 2]])` is `[[1], [2]]`. */
  transpose(matrix: MatrixLike): Matrix {
    return matrices.transpose(this.#core, matrix);
  }

  /**
   * Positive numbers that sum to 1 along an axis, in the order of the given ones: 1 (the default) along each row,
   * 0 down each column. A line of nothing but -Infinity becomes zeros.
   *
   * @example
   * tril.toArray(tril.softmax([[0, 0]])); // [[0.5, 0.5]]
   */
  softmax(matrix: MatrixLike, options: { axis?: 0 | 1 } = {}): Matrix {
    return matrices.softmax(this.#core, matrix, options);
  }

  /**
   * Mixes rows of values (m × d) by hand-set weights (n × m): row i of the weights says how much of each value
   * goes into row i of the mix.
   *
   * @throws TrilError "bad-shape" when there are not as many columns of weights as rows of values.
   * @example
   * const { mixed, rowSums } = tril.mix([[1, 0], [0.5, 0.5]], [[2, 0], [4, 8]]);
   * tril.toArray(mixed); // [[2, 0], [3, 4]]
   */
  mix(weights: MatrixLike, values: MatrixLike): attention.Mix {
    return attention.mix(this.#core, weights, values);
  }

  /**
   * Scaled dot-product attention of queries (Tq × d), keys (Tk × d) and values (Tk × dv): the output (Tq × dv) and
   * each head's working. A masked position is left out altogether, even when it holds NaN; a query that may read
   * nothing has weights and output 0. All matrices of one result share one buffer.
   *
   * @throws TrilError "bad-shape" when the matrices or the mask do not fit together, "bad-argument" when the heads
   *   do not divide the columns.
   * @example
   * const { output, heads } = tril.attend([[1, 0]], [[1, 0], [0, 1]], [[10], [20]], { scale: Math.log(3) });
   * tril.toArray(heads[0].weights); // [[0.75, 0.25]]
   * tril.toArray(output); // [[12.5]]
   */
  attend(
    queries: MatrixLike,
    keys: MatrixLike,
    values: MatrixLike,
    options: attention.AttendOptions = {},
  ): attention.Attention {
    return attention.attend(this.#core, queries, keys, values, options);
  }

  /**
   * Attention of the rows of x (T × d) among themselves: queries, keys and values are projections of x, and the
   * output projection, where there is one, is applied to the joined heads.
   *
   * @throws TrilError as `attend`, and "bad-shape" when a projection does not fit.
   * @example
   * const one = [[1, 0], [0, 1]];
   * const { output, values } = tril.selfAttend([[1, 2], [3, 4]], { query: one, key: one, value: [[1], [0]] },
   *   { causal: true, working: false });
   * tril.toArray(values); // [[1], [3]]
   * tril.toArray(output)[0]; // [1]
   */
  selfAttend(
    x: MatrixLike,
    projections: attention.Projections,
    options: attention.AttendOptions = {},
  ): attention.SelfAttention {
    return attention.selfAttend(this.#core, x, projections, options);
  }

  /**
   * The same with queries from x (Tq × d) and keys and values from `context` (Tk × c).
   *
   * @throws TrilError as `selfAttend`.
   */
  crossAttend(
    x: MatrixLike,
    context: MatrixLike,
    projections: attention.Projections,
    options: attention.AttendOptions = {},
  ): attention.SelfAttention {
    return attention.crossAttend(this.#core, x, context, projections, options);
  }
}
