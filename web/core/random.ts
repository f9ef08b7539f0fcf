// Random numbers: those that PyTorch's generator on the CPU draws from the same seed.

import type { Call } from "./bridge.ts";
import { finiteNumber, optionsOf, trueOrFalse, wholeNumber } from "./check.ts";
import type { Core } from "./core.ts";
import { Handle } from "./handle.ts";
import { type Matrix, matrixIn } from "./matrix.ts";

/** The parameters of a linear layer: y = x weightᵀ + bias. */
export interface Linear {
  /** out × in, as in PyTorch. */
  weight: Matrix;
  /** One number for each column of y; empty without bias. */
  bias: Float32Array;
}

/** The bounds of uniform numbers. */
export interface UniformOptions {
  /** @default 0 */
  low?: number;
  /** Never drawn itself. @default 1 */
  high?: number;
}

/** The shape of normal numbers. */
export interface NormalOptions {
  /** @default 0 */
  mean?: number;
  /** @default 1 */
  deviation?: number;
}

/**
 * One stream of random numbers: `tril.random(123)` draws what PyTorch draws after `torch.manual_seed(123)`. Every
 * call takes up where the last one left off. Uniform numbers, integers and permutations equal PyTorch's bit for
 * bit; normal ones may differ in the last place, as they do between PyTorch's own builds.
 */
export class Random {
  readonly #core: Core;
  readonly #handle: Handle;

  /** @internal */
  constructor(core: Core, seed: number) {
    // PyTorch's generator, too, takes no more than 32 bits of the seed.
    const word = ((wholeNumber(seed, "The seed", -(2 ** 53), 2 ** 53) % 2 ** 32) + 2 ** 32) % 2 ** 32;
    core.bridge.call(core.raw.random, word);
    this.#core = core;
    this.#handle = new Handle(core, "generator");
  }

  /**
   * Uniform numbers, as `torch.rand(rows, columns)`.
   *
   * @example
   * tril.format(tril.random(123).uniform(1, 3)); // "tensor([[0.2961, 0.5166, 0.2517]])"
   */
  uniform(rows: number, columns: number, options: UniformOptions = {}): Matrix {
    const { low, high } = optionsOf(options, "uniform", { low: 0, high: 1 });
    const bounds = [finiteNumber(low, "`low`"), finiteNumber(high, "`high`")];
    return this.#matrix(this.#core.raw.uniform, rows, columns, ...bounds);
  }

  /**
   * Normal numbers, as `torch.randn(rows, columns)`.
   *
   * @example
   * tril.format(tril.random(123).normal(1, 3)); // "tensor([[-0.1115,  0.1204, -0.3696]])"
   */
  normal(rows: number, columns: number, options: NormalOptions = {}): Matrix {
    const { mean, deviation } = optionsOf(options, "normal", { mean: 0, deviation: 1 });
    const shape = [finiteNumber(mean, "`mean`"), finiteNumber(deviation, "`deviation`")];
    return this.#matrix(this.#core.raw.normal, rows, columns, ...shape);
  }

  /**
   * Whole numbers from `low` to `high` - 1, as `torch.randint(low, high, (count,))`.
   *
   * @throws TrilError "bad-argument" when there is none between them.
   * @example
   * tril.random(123).integers(0, 10, 5); // [2, 9, 2, 0, 0]
   */
  integers(low: number, high: number, count: number): number[] {
    const most = 2 ** 53;
    return this.#integers(
      this.#core.raw.integers,
      wholeNumber(low, "`low`", -most, most),
      wholeNumber(high, "`high`", -most, most),
      wholeNumber(count, "`count`"),
    );
  }

  /**
   * The numbers 0 to n - 1, shuffled, as `torch.randperm(n)`.
   *
   * @example
   * tril.random(123).permutation(10).slice(0, 5); // [2, 0, 8, 1, 3]
   */
  permutation(n: number): number[] {
    return this.#integers(this.#core.raw.permutation, wholeNumber(n, "The number of items"));
  }

  /** The parameters with which `nn.Linear(inputs, outputs)` starts. */
  linear(inputs: number, outputs: number, options: { bias?: boolean } = {}): Linear {
    const { bias } = optionsOf(options, "linear", { bias: true });
    const weight = this.#matrix(this.#core.raw.linear, inputs, outputs, Number(trueOrFalse(bias, "`bias`")));
    return { weight, bias: this.#core.bridge.floats(2) };
  }

  /** The table with which `nn.Embedding(count, width)` starts: a row for each id. */
  embedding(count: number, width: number): Matrix {
    return this.#matrix(this.#core.raw.embedding, count, width);
  }

  /** A weight as `nn.init.xavier_uniform_` starts it. */
  xavierUniform(rows: number, columns: number, options: { gain?: number } = {}): Matrix {
    const { gain } = optionsOf(options, "xavierUniform", { gain: 1 });
    return this.#matrix(this.#core.raw.xavierUniform, rows, columns, finiteNumber(gain, "`gain`"));
  }

  /** Frees the generator's memory; using it afterwards is a TrilError "disposed". */
  dispose(): void {
    this.#handle.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #matrix(call: Call, rows: number, columns: number, ...given: number[]): Matrix {
    const shape = [wholeNumber(rows, "The number of rows"), wholeNumber(columns, "The number of columns")];
    this.#handle.call(call, ...shape, ...given);
    return matrixIn(this.#core.bridge, 0);
  }

  #integers(call: Call, ...given: number[]): number[] {
    this.#handle.call(call, ...given);
    const words = this.#core.bridge.integers(0);
    return Array.from(
      { length: words.length / 2 },
      (_, i) => words[2 * i]! + (words[2 * i + 1]! | 0) * 2 ** 32,
    );
  }
}
