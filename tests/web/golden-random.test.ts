// Every vector of tests/golden/torch/rng.json through WebAssembly, by the stream that the Python cells draw from:
// raw words, float64 and masks, too, which the package does not offer. (pytorch.test.ts has the package's draws.)

import { describe, expect, test } from "vitest";
import { load } from "../../web/core/index.ts";
import rng from "../golden/torch/rng.json" with { type: "json" };
import { random, Tensor, type Type } from "./tensors.ts";

// biome-ignore lint/suspicious/noExplicitAny: bit patterns, numbers, or both
type Vector = any;
const tril = await load();

/** A number's place in the order of all numbers of its type. */
function order(bits: bigint, width: 32 | 64): bigint {
  const signed = BigInt.asIntN(width, bits);
  return signed < 0n ? -(1n << BigInt(width - 1)) - signed : signed;
}
function bitsOf(number: number, width: 32 | 64): bigint {
  const view = new DataView(new ArrayBuffer(8));
  if (width === 32) view.setFloat32(0, number);
  else view.setFloat64(0, number);
  return width === 32 ? BigInt(view.getUint32(0)) : view.getBigUint64(0);
}

/** At most so many units in the last place away from each number. */
function within(most: number, drawn: Tensor | number[], bits: string[]) {
  const [numbers, width] =
    drawn instanceof Tensor
      ? [drawn.numbers, drawn.type === "float64" ? (64 as const) : (32 as const)]
      : [drawn, 32 as const];
  expect(numbers.length).toBe(bits.length);
  for (const [i, pattern] of bits.entries()) {
    const apart = order(bitsOf(numbers[i]!, width), width) - order(BigInt(`0x${pattern}`), width);
    expect(Math.abs(Number(apart)), `number ${i}: ${numbers[i]}`).toBeLessThanOrEqual(most);
  }
}

/** Draws of some shapes, one after another from the one stream. */
const inARow = (...draws: Tensor[]) => draws.flatMap(({ numbers }) => numbers);
const shares = () => Tensor.of([0.1, 0.2, 0.3, 0.4], "float32");

/** One check for every name in the file; "rand(5)" and its like are read below. */
const checks: Record<string, (expected: Vector, seed: number) => void> = {
  "mt19937 first 8 u32"(words, seed) {
    // A range of 2^32 - 1 leaves every word as it is, but for the largest.
    expect(Math.max(...words)).toBeLessThan(2 ** 32 - 1);
    random.seed(seed);
    expect(random.integers(8, 0, 2 ** 32 - 1).numbers).toEqual(words);
    expect(tril.random(seed).integers(0, 2 ** 32 - 1, 8)).toEqual(words);
  },
  "randperm(10)": (numbers) => expect(random.permutation(10).numbers).toEqual(numbers),
  "randint(0,10,(12,))": (numbers) => expect(random.integers(12, 0, 10).numbers).toEqual(numbers),
  "randint(-2**40,2**41,(4,))": (numbers) =>
    expect(random.integers(4, -(2 ** 40), 2 ** 41).numbers).toEqual(numbers),
  "Linear(3,2)": (layer) => linear(3, 2, layer),
  "Linear(7,5)": (layer) => linear(7, 5, layer),
  "xavier_uniform_(4,6)": ({ bits }) => within(0, random.xavierUniform(4, 6), bits),
  "normal_(4,6; mean 0, std 0.02)": ({ bits }) => within(2, random.normal([4, 6], "float32", 0, 0.02), bits),
  "normal_(2,3; mean 0, std 0.02)": ({ bits }) => within(1, random.normal([2, 3], "float32", 0, 0.02), bits),
  "Embedding(50000,3) rows 0-5 and 49999"({ bits }, seed) {
    const { data } = tril.random(seed).embedding(50000, 3);
    within(2, [...data.subarray(0, 18), ...data.subarray(-3)], bits);
  },
  "Embedding(10,3)": ({ bits }) => within(2, random.embedding(10, 3), bits),
  "Embedding(4,3) (12 numbers: scalar path)": ({ bits }) => within(1, random.embedding(4, 3), bits),
  "randn(5), rand(1), randn(2) in one stream": ({ bits }) =>
    within(1, inARow(random.normal([5]), random.uniform([1]), random.normal([2])), bits),
  "randn(1), randn(16), randn(1) in one stream": ({ bits }) =>
    within(2, inARow(random.normal([1]), random.normal([16]), random.normal([1])), bits),
  "bernoulli_(0.5) x20 (no-MKL build)": (kept) => expect(random.bernoulli(20, 0.5).numbers).toEqual(kept),
  "dropout(ones(20),0.5) (no-MKL build)": (kept) =>
    expect(random.bernoulli(20, 1 - 0.5).with("multiply", 1 / (1 - 0.5)).numbers).toEqual(kept),
  "multinomial([.1,.2,.3,.4],1) (no-MKL build)": (ids) =>
    expect(random.multinomial(shares(), 1, false).numbers).toEqual(ids),
  "multinomial([.1,.2,.3,.4],10,True) (no-MKL build)": (ids) =>
    expect(random.multinomial(shares(), 10, true).numbers).toEqual(ids),
};

function linear(width: number, out: number, { weight_bits, bias_bits }: Vector) {
  const [weight, bias] = random.linear(width, out);
  within(0, weight!, weight_bits);
  within(0, bias!, bias_bits);
}

/** "randn(17,float64)" */
function draw(name: string, { bits }: Vector) {
  const [, kind, count, type = "float32"] = /^(rand|randn)\((\d+)(?:,(float64))?\)$/.exec(name) ?? [];
  expect(kind, "a vector that has no check").toBeDefined();
  const shape = [Number(count)];
  if (kind === "rand") return within(0, random.uniform(shape, type as Type), bits);
  const inBlocks = Number(count) >= 16 && type === "float32";
  within(inBlocks ? 2 : 1, random.normal(shape, type as Type), bits);
}

describe.each(Object.entries(rng.seeds))("seed %s", (seed, vectors) => {
  test.each(Object.entries(vectors))("%s", (name, expected) => {
    random.seed(Number(seed));
    if (checks[name]) checks[name](expected, Number(seed));
    else draw(name, expected);
  });
});
