// PyTorch's and NumPy's numbers out of the package: tests/golden/torch/README.md says how they were made.

import { describe, expect, test } from "vitest";
import { type Attention, load, type Matrix, type MatrixLike } from "../../web/core/index.ts";
import activations from "../golden/torch/activations.json";
import layerNorms from "../golden/torch/layernorm.json";
import multiHead from "../golden/torch/mha.json";
import positional from "../golden/torch/positional.json";
import printing from "../golden/torch/printing.json";
import rng from "../golden/torch/rng.json";
import sdpa from "../golden/torch/sdpa.json";
import similarity from "../golden/torch/similarity.json";
import softmaxes from "../golden/torch/softmax.json";

// biome-ignore lint/suspicious/noExplicitAny: the files hold "nan" and "inf" among numbers
type Numbers = any;
const tril = await load();

/** Numbers of any nesting in a row; "nan", "inf" and "-inf" are written as text. */
function flat(numbers: Numbers): number[] {
  const names: Record<string, number> = { nan: Number.NaN, inf: Infinity, "-inf": -Infinity };
  return [numbers].flat(9).map((number) => (typeof number === "string" ? names[number]! : Number(number)));
}

/** Equal within PyTorch's own differences between builds, or closer. */
function expectNear(
  actual: ArrayLike<number>,
  expected: Numbers,
  what: string,
  { relative, absolute } = float32,
) {
  const wanted = flat(expected);
  expect(actual.length, what).toBe(wanted.length);
  for (const [i, number] of wanted.entries()) {
    if (Number.isFinite(number))
      expect(Math.abs(actual[i]! - number), `${what}, number ${i}`).toBeLessThanOrEqual(
        relative * Math.abs(number) + absolute,
      );
    else expect(actual[i], `${what}, number ${i}`).toBe(number);
  }
}
const float32 = { relative: 2e-6, absolute: 1e-6 };
/** Of numbers worked out in double: rounded to float32 once. */
const rounded = { relative: 6e-8, absolute: 1e-14 };
const steps = { relative: 4e-7, absolute: 2e-7 };

/** Rows of zeros where PyTorch 1.13 has NaN; from 2.5 on it has zeros, too. */
const withZeros = (numbers: Numbers) => flat(numbers).map((number) => (Number.isNaN(number) ? 0 : number));

test("softmax", () => {
  for (const { x, dim, out64, out32 } of softmaxes.cases as Numbers[]) {
    const rows = Array.isArray(x[0]) ? x : [x];
    if (Array.isArray(rows[0][0])) continue; // three axes: the lesson's torch has those
    const numbers: number[][] = rows.map(flat);
    const axis = Array.isArray(x[0]) ? (((dim + 2) % 2) as 0 | 1) : 1;
    const { data } = tril.softmax(numbers, { axis });
    const what = `softmax of ${JSON.stringify(x).slice(0, 60)}`;
    // A line of nothing but -inf is NaN in PyTorch, and zeros here.
    const hasEmpty = numbers.some((row) => row.every((number) => number === -Infinity));
    if (hasEmpty) expectNear(data, withZeros(out64), what, rounded);
    else {
      expectNear(data, out64, what, rounded);
      expectNear(data, out32, what);
    }
  }
});

test.each(sdpa.cases as Numbers[])("attention: $name", ({ name, q, k, v, ...golden }) => {
  const hidden: boolean[][] | null = golden.mask_true_is_hidden;
  const mask = hidden?.map((row) => row.map((isHidden) => !isHidden));
  const attention = tril.attend(q, k, v, mask ? { mask } : {});
  const head = attention.heads[0]!;
  expectNear(head.masked.data, golden.scores64, name, rounded);
  expectNear(head.weights.data, withZeros(golden.weights64), name, rounded);
  expectNear(attention.output.data, withZeros(golden.out64), name, rounded);
  expectNear(attention.output.data, withZeros(golden.out32), name);
  if (name.startsWith("causal"))
    expect(tril.attend(q, k, v, { causal: true }).output.data).toEqual(attention.output.data);
});

describe("nn.MultiheadAttention", () => {
  test.each(multiHead.cases as Numbers[])("$name", ({ name, d_model: width, heads, causal, ...golden }) => {
    const { params } = golden;
    const part = (index: number) => {
      const own = params[`${"qkv"[index]}_proj_weight`];
      const weight = own ?? params.in_proj_weight.slice(index * width, (index + 1) * width);
      const bias = params.in_proj_bias?.slice(index * width, (index + 1) * width);
      return { weight: tril.transpose(weight), ...(bias && { bias }) };
    };
    const [query, key, value] = [part(0), part(1), part(2)];
    const outBias = params["out_proj.bias"];
    const output = { weight: tril.transpose(params["out_proj.weight"]), ...(outBias && { bias: outBias }) };
    const [x, context, values] = [golden.x_query, golden.x_key, golden.x_value];
    const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
    const projected = (from: MatrixLike, { weight, bias }: { weight: Matrix; bias?: number[] }) => {
      const product = tril.matmul(from, weight);
      return bias ? tril.add(product, [bias]) : product;
    };
    const attended = (): Attention => {
      if (same(x, context)) return tril.selfAttend(x, { query, key, value, output }, { heads, causal });
      if (same(context, values))
        return tril.crossAttend(x, context, { query, key, value, output }, { heads, causal });
      const [q, k, v] = [projected(x, query), projected(context, key), projected(values, value)];
      const attention = tril.attend(q, k, v, { heads, causal });
      return { ...attention, output: projected(attention.output, output) };
    };
    const result = attended();
    expectNear(result.output.data, golden.out64, name, steps);
    expectNear(result.output.data, golden.out32, name);
    expect(result.heads.length).toBe(heads);
    for (const [i, { weights }] of result.heads.entries())
      expectNear(weights.data, golden.weights64[i], `${name}, head ${i}`, steps);
  });
});

test("positions", () => {
  for (const { d_model, max_length, rounding, pe } of positional.cases as Numbers[]) {
    const options = rounding === null ? {} : { decimals: rounding };
    const { data } = tril.positions(max_length, d_model, options);
    expectNear(data, pe, `${max_length} x ${d_model}`, { relative: 6e-8, absolute: 1e-30 });
  }
});

test("layer norm", () => {
  for (const { x, gamma, beta, eps, out64, out32 } of layerNorms.cases as Numbers[]) {
    // Axes in front of the last are rows, all of them.
    const numbers = flat(x);
    const rows = numbers.length / gamma.length;
    const { data } = tril.layerNorm(
      { rows, columns: gamma.length, data: Float32Array.from(numbers) },
      { gain: gamma, shift: beta, epsilon: eps },
    );
    expectNear(data, out64, "layer norm", { relative: 6e-8, absolute: 1e-15 });
    expectNear(data, out32, "layer norm");
  }
});

test("activations", () => {
  const [golden] = activations.cases as Numbers[];
  for (const name of ["relu", "gelu", "gelu-tanh", "silu", "sigmoid", "tanh"] as const)
    expectNear(
      tril.activate([flat(golden.x)], name).data,
      golden[name.replace("-", "_")].out64,
      name,
      rounded,
    );
});

test("dot product and cosine", () => {
  for (const { a, b, dot, cosine } of similarity.cases as Numbers[]) {
    const what = `${a} and ${b}`;
    if (flat(dot.out32).every(Number.isFinite))
      expectNear(tril.scores([a], [b]).data, dot.out64, what, rounded);
    // PyTorch's float32 overflows at 1e20; lengths taken in double do not.
    const expected = flat(a).some((x) => Math.abs(x) > 1e19) ? Math.SQRT1_2 : cosine.out64;
    expectNear(tril.scores([a], [b], { similarity: "cosine" }).data, expected, what, {
      relative: 2e-7,
      absolute: 1e-7,
    });
  }
});

describe("print(tensor), byte for byte", () => {
  // The package prints float32 of one or two axes; the lesson's torch prints all the others.
  const shown = (printing.cases as Numbers[]).filter(
    ({ dtype, shape, str, requires_grad }) =>
      dtype === "torch.float32" &&
      (shape.length === 1 || shape.length === 2) &&
      !requires_grad &&
      !/grad_fn|Parameter|size=/.test(str),
  );

  test("there are many of them", () => expect(shown.length).toBeGreaterThan(20));

  test.each(shown)("$expr", ({ shape, data, str }) => {
    const numbers = Float32Array.from(flat(data));
    const [rows, columns] = shape;
    expect(tril.format(shape.length === 1 ? numbers : { rows, columns, data: numbers })).toBe(str);
  });
});

describe("random numbers", () => {
  const fromBits = (bits: string[]) =>
    new Float32Array(Uint32Array.from(bits, (word) => Number.parseInt(word, 16)).buffer);
  /** How many float32 numbers lie between two. */
  const apart = (a: number, b: number) => {
    const order = (x: number) => {
      const [bits] = new Int32Array(Float32Array.of(x).buffer);
      return bits! < 0 ? -(2 ** 31) - bits! : bits!;
    };
    return Math.abs(order(a) - order(b));
  };
  const within = (most: number, actual: ArrayLike<number>, bits: string[], what: string) => {
    const expected = fromBits(bits);
    expect(actual.length, what).toBe(expected.length);
    for (const [i, number] of expected.entries())
      expect(apart(actual[i]!, number), `${what}, number ${i}`).toBeLessThanOrEqual(most);
  };

  test.each(Object.entries(rng.seeds as Numbers))("seed %s", (seed, draws: Numbers) => {
    const random = () => tril.random(Number(seed));
    for (const count of [1, 5, 15, 16, 17, 100]) {
      within(0, random().uniform(1, count).data, draws[`rand(${count})`].bits, `rand(${count})`);
      const normals = random().normal(1, count).data;
      within(count < 16 ? 1 : 2, normals, draws[`randn(${count})`].bits, `randn(${count})`);
    }
    expect(random().permutation(10)).toEqual(draws["randperm(10)"]);
    expect(random().integers(0, 10, 12)).toEqual(draws["randint(0,10,(12,))"]);
    expect(random().integers(-(2 ** 40), 2 ** 41, 4)).toEqual(draws["randint(-2**40,2**41,(4,))"]);
    for (const [inputs, outputs] of [
      [3, 2],
      [7, 5],
    ] as const) {
      const { weight, bias } = random().linear(inputs, outputs);
      const golden = draws[`Linear(${inputs},${outputs})`];
      within(0, weight.data, golden.weight_bits, "Linear");
      within(0, bias, golden.bias_bits, "Linear");
    }
    within(0, random().xavierUniform(4, 6).data, draws["xavier_uniform_(4,6)"].bits, "xavier");
    const table = draws["Embedding(10,3)"];
    if (table) within(2, random().embedding(10, 3).data, table.bits, "Embedding");
    const small = random().normal(2, 3, { deviation: 0.02 }).data;
    within(1, small, draws["normal_(2,3; mean 0, std 0.02)"].bits, "normal_");
    const stream = random();
    const inARow = [stream.normal(1, 5), stream.uniform(1, 1), stream.normal(1, 2)].flatMap(({ data }) => [
      ...data,
    ]);
    within(1, inARow, draws["randn(5), rand(1), randn(2) in one stream"].bits, "one stream");
  });
});
