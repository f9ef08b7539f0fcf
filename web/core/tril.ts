// The public calls, one table: each is explained here and done in its station's file.

import * as attention from "./attention.ts";
import type { Bridge } from "./bridge.ts";
import type { Core } from "./core.ts";
import { embed } from "./embedding.ts";
import { type LoadBpeOptions, loadBpe, type TokenizerFile } from "./formats.ts";
import * as matrices from "./matrix.ts";
import { arrayFrom, type Matrix, type MatrixLike, matrixFrom } from "./matrix.ts";
import { isVocabulary, loadPacked } from "./packed.ts";
import { type PositionOptions, positions } from "./positions.ts";
import { Random } from "./random.ts";
import type { RawModule } from "./raw.ts";
import { type Pattern, type Piece, split } from "./text.ts";
import { Tokenizer } from "./tokenizer.ts";
import { type TrainBpeOptions, Trainer, type TrainerOptions, trainBpe } from "./train.ts";
import type { Vocabulary } from "./vocabulary.ts";
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
   * Reads a tokenizer's file: minbpe's `.model`, a `.tiktoken` file, Hugging Face's `tokenizer.json` of a byte-level
   * BPE; or GPT-2's two files, as `{ "vocab.json": …, "merges.txt": … }`. Or takes a published vocabulary, as
   * `tril/vocab/gpt2`, `tril/vocab/cl100k` and `tril/vocab/o200k` export them.
   *
   * A `tokenizer.json` gives the ids that Hugging Face's `encode(text, add_special_tokens=False)` gives; one that does
   * more than tril can do is refused. In GPT-2's files a token such as `<|endoftext|>`, which no merge makes, is
   * special.
   *
   * @throws TrilError "bad-file" that names the line or the field, and what is wrong with it.
   * @example
   * tril.loadBpe("minbpe v1\n\n0\n97 97\n256 97\n").encode("aaaaa"); // Uint32Array [256, 257]
   */
  loadBpe(file: TokenizerFile | Vocabulary, options: LoadBpeOptions = {}): Tokenizer {
    if (isVocabulary(file)) loadPacked(this.#core, file, options);
    else loadBpe(this.#core, file, options);
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
   * The sum, number by number; a `b` of one row is added to every row.
   *
   * @throws TrilError "bad-shape" when the shapes do not fit.
   * @example
   * tril.toArray(tril.add([[1, 2], [3, 4]], [[10, 20]])); // [[11, 22], [13, 24]]
   */
  add(a: MatrixLike, b: MatrixLike): Matrix {
    return matrices.add(this.#core, a, b);
  }

  /** Every number times `factor`. Example: `scale([[1, 2]], 0.5)` is `[[0.5, 1]]`. */
  scale(matrix: MatrixLike, factor: number): Matrix {
    return matrices.scale(this.#core, matrix, factor);
  }

  /**
   * Sums along an axis: 1 (the default) along each row, 0 down each column.
   *
   * @example
   * tril.sum([[1, 2], [3, 4]]); // Float32Array [3, 7]
   */
  sum(matrix: MatrixLike, options: { axis?: 0 | 1 } = {}): Float32Array {
    return matrices.sum(this.#core, matrix, options);
  }

  /**
   * How evenly the shares of each row are spread, in nats: minus the sum of p log p. From 0, when one share is 1, to
   * log(columns), when all are equal.
   *
   * @example
   * tril.entropy([[1, 0], [0.5, 0.5]]); // Float32Array [0, 0.6931471824645996]
   */
  entropy(shares: MatrixLike): Float32Array {
    return matrices.entropy(this.#core, shares);
  }

  /**
   * Every row moved and scaled to mean 0 and variance 1, then times the gain, plus the shift: what stands between
   * the layers of a transformer.
   *
   * @throws TrilError "bad-shape" when gain or shift are not as wide as x, "bad-argument" when epsilon is not a finite
   * number from 0 on.
   * @example
   * tril.toArray(tril.layerNorm([[1, 3]], { epsilon: 0 })); // [[-1, 1]]
   */
  layerNorm(x: MatrixLike, options: matrices.LayerNormOptions = {}): Matrix {
    return matrices.layerNorm(this.#core, x, options);
  }

  /**
   * A function of every number, such as "gelu".
   *
   * @example
   * tril.toArray(tril.activate([[-1, 2]], "relu")); // [[0, 2]]
   */
  activate(x: MatrixLike, activation: matrices.Activation): Matrix {
    return matrices.activate(this.#core, x, activation);
  }

  /**
   * Numbers as `print(tensor)` shows them in PyTorch; an array of numbers is a tensor of one axis.
   *
   * @example
   * tril.format([[1, 0.5], [0.25, 10]]).split("\n"); // ["tensor([[ 1.0000,  0.5000],", "        [ 0.2500, 10.0000]])"]
   */
  format(numbers: MatrixLike | ArrayLike<number>): string {
    return matrices.format(this.#core, numbers);
  }

  /**
   * The numbers that PyTorch's CPU generator draws after `torch.manual_seed(seed)`.
   *
   * @throws TrilError "bad-argument" when the seed is not a whole number.
   */
  random(seed: number): Random {
    return new Random(this.#core, seed);
  }

  /**
   * Ids become vectors: row i of the result is row `ids[i]` of the table.
   *
   * @throws TrilError "unknown-id" for an id that has no row, with its place.
   * @example
   * tril.toArray(tril.embed([1, 0, 1], [[1, 2], [3, 4]])); // [[3, 4], [1, 2], [3, 4]]
   */
  embed(ids: ArrayLike<number>, table: MatrixLike): Matrix {
    return embed(this.#core, ids, table);
  }

  /**
   * Sinusoidal positions, length × width, to be added to the tokens' vectors: columns 2i and 2i + 1 hold sine and
   * cosine of position / base^(2i / width). An odd width ends with a sine.
   *
   * @throws TrilError "bad-argument" when the base is not above 0.
   * @example
   * tril.toArray(tril.positions(2, 2, { decimals: 2 })).map((row) => row.map((x) => x.toFixed(2)));
   * // [["0.00", "1.00"], ["0.84", "0.54"]]
   */
  positions(length: number, width: number, options: PositionOptions = {}): Matrix {
    return positions(this.#core, length, width, options);
  }

  /**
   * How alike every row of x (n × d) is to every row of y (m × d): n × m.
   *
   * @throws TrilError "bad-shape" when the widths differ.
   * @example
   * tril.toArray(tril.scores([[1, 0], [0, 2]])); // [[1, 0], [0, 4]]
   */
  scores(x: MatrixLike, y: MatrixLike = x, options: { similarity?: matrices.Similarity } = {}): Matrix {
    return matrices.scores(this.#core, x, y, options);
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
