// Every section of tests/golden/torch through WebAssembly: each field of each case has a check here, or is an input
// of one. The n-dimensional tensors of the Python cells compute it, since the package has float32 matrices only
// (pytorch.test.ts compares those). Tolerances are those of tests/golden/torch/README.md.

import { describe, expect, test } from "vitest";
import { load } from "../../web/core/index.ts";
import { call, flat, Tensor, type Type } from "./tensors.ts";

// biome-ignore lint/suspicious/noExplicitAny: the files hold "nan" and "inf" among numbers
type Case = any;
const files = import.meta.glob<{ cases: Case[] }>("../golden/torch/*.json", {
  eager: true,
  import: "default",
});
const tril = await load();

/** Within PyTorch's own differences between builds; what is carried in float64 differs by its last bits. */
const tolerances = {
  float32: { relative: 2e-6, absolute: 1e-6 },
  float64: { relative: 1e-12, absolute: 1e-15 },
  /** One unit in the last place of float32. */
  lastDigit: { relative: 1.2e-7, absolute: 0 },
  /** Worked out in float64, then rounded to float32. */
  rounded: { relative: 6e-8, absolute: 1e-15 },
};

function near(actual: ArrayLike<number>, expected: Case, { relative, absolute } = tolerances.float32) {
  const wanted = flat(expected);
  expect(actual.length).toBe(wanted.length);
  for (const [i, number] of wanted.entries())
    if (Number.isFinite(number))
      expect(Math.abs(actual[i]! - number), `number ${i}`).toBeLessThanOrEqual(
        Math.max(relative * Math.abs(number), absolute),
      );
    else expect(actual[i], `number ${i}`).toBe(number);
}

const typed = (key: string): "float32" | "float64" => (key.endsWith("64") ? "float64" : "float32");

/** softmax(q k^T scale, masked) with the working; a row that may read nothing is NaN, as in PyTorch 1.13. */
function attend(q: Tensor, k: Tensor, v: Tensor, hidden?: Tensor) {
  const scores = q.matmul(k.transpose(-2, -1)).with("multiply", 1 / Math.sqrt(q.shape.at(-1)!));
  const masked = hidden ? scores.where(hidden, Tensor.of(-Infinity, q.type as Type)) : scores;
  const weights = masked.softmax();
  return { scores: masked, weights, out: weights.matmul(v) };
}

function attended({ q, k, v, mask_true_is_hidden: hidden }: Case, type: Type) {
  const [queries, keys, values] = [q, k, v].map((rows) => Tensor.of(rows, type));
  return attend(queries!, keys!, values!, hidden ? Tensor.of(hidden, "bool") : undefined);
}

function multiHead(golden: Case, type: Type) {
  const { params, d_model: width, heads, causal } = golden;
  const projected = (rows: Case, weight: Case, bias?: Case) => {
    const product = Tensor.of(rows, type).matmul(Tensor.of(weight, type).transpose(0, 1));
    return bias ? product.with("add", Tensor.of(bias, type)) : product;
  };
  const [q, k, v] = [golden.x_query, golden.x_key, golden.x_value].map((rows, i) => {
    const part = (list: Case) => list?.slice(i * width, (i + 1) * width);
    const weight = params[`${"qkv"[i]}_proj_weight`] ?? part(params.in_proj_weight);
    const each = projected(rows, weight, part(params.in_proj_bias));
    return each.reshape(each.shape[0]!, heads, -1).transpose(0, 1);
  });
  const [rows, columns] = [q!.shape[1]!, k!.shape[1]!];
  const hidden = Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => j > i));
  const { weights, out } = attend(q!, k!, v!, causal ? Tensor.of(hidden, "bool") : undefined);
  const joined = out.transpose(0, 1).reshape(rows, width);
  const projection = Tensor.of(params["out_proj.weight"], type).transpose(0, 1);
  const product = joined.matmul(projection);
  const bias = params["out_proj.bias"];
  return { weights, out: bias ? product.with("add", Tensor.of(bias, type)) : product };
}

function likeness(what: string, a: Tensor, b: Tensor): Tensor {
  const dot = (x: Tensor, y: Tensor) => x.with("multiply", y).sum();
  if (what === "dot") return dot(a, b);
  const away = a.with("subtract", b);
  if (what === "euclid") return dot(away, away).sqrt();
  // Lengths are taken in float64, which does not overflow where PyTorch's float32 does.
  if (a.type === "float32") return likeness(what, a.to("float64"), b.to("float64")).to("float32");
  const lengths = dot(a, a).with("multiply", dot(b, b)).sqrt();
  return dot(a, b).with("divide", lengths.with("maximum", 1e-8));
}

type Check = (golden: Case, key: string) => void;

const likenessCheck: Check = (golden, key) => {
  for (const [each, expected] of Object.entries(golden[key])) {
    const [a, b] = [golden.a, golden.b].map((numbers) => Tensor.of(numbers, typed(each)));
    const overflows = key === "cosine" && each === "out32" && flat(golden.a).some((x) => x > 1e19);
    near(likeness(key, a!, b!).numbers, overflows ? Math.SQRT1_2 : expected, tolerances[typed(each)]);
  }
};
const activation: Check = (golden, key) => {
  for (const [each, expected] of Object.entries(golden[key]))
    near(Tensor.of(golden.x, typed(each)).activate(key).numbers, expected, tolerances[typed(each)]);
};
const attention: Check = (golden, key) =>
  near(attended(golden, typed(key))[key.slice(0, -2) as "out"].numbers, golden[key], tolerances[typed(key)]);
const multiHeadAttention: Check = (golden, key) =>
  near(multiHead(golden, typed(key))[key.slice(0, -2) as "out"].numbers, golden[key], tolerances[typed(key)]);
const layerNorm: Check = (golden, key) => {
  const [x, gain, shift] = [golden.x, golden.gamma, golden.beta].map((numbers) =>
    Tensor.of(numbers, "float32"),
  );
  const rows = x!.reshape(-1, golden.gamma.length);
  const { numbers } = new Tensor(call("layerNorm", rows.id, gain!.id, shift!.id, golden.eps));
  near(numbers, golden[key], key === "out64" ? tolerances.rounded : tolerances.float32);
};
const softmax: Check = (golden, key) => {
  const x = Tensor.of(golden.x, typed(key));
  near(x.softmax(golden.dim).numbers, golden[key], tolerances[typed(key)]);
};
const logSoftmax: Check = (golden, key) => {
  const x = Tensor.of(golden.x, typed(key));
  near(
    x.logSoftmax(golden.dim).numbers,
    golden[key],
    key === "log32" ? tolerances.lastDigit : tolerances.float64,
  );
};
/** One float32 number of float_repr.json. */
const float32 = ({ bits }: Case) => {
  const [number] = new Float32Array(Uint32Array.of(Number.parseInt(bits, 16)).buffer);
  return Tensor.of(number, "float32");
};
const printed: Check = ({ data, dtype, shape, str, requires_grad: requiresGrad }) => {
  const type = /int/.test(dtype) ? "int64" : dtype === "torch.bool" ? "bool" : "float32";
  const tensor = Tensor.of(data, dtype === "torch.float64" ? "float64" : type, shape);
  const text = tensor.print({
    dtype: /float(16|64)|int(8|32)/.test(dtype) ? dtype : "",
    step: /grad_fn=<(\w+)>/.exec(str)?.[1] ?? "",
    requiresGrad,
    parameter: str.startsWith("Parameter"),
  });
  expect(text).toBe(str);
};

/** What each field of a file's cases is compared by; `undefined` is an input. */
const checks: Record<string, Record<string, Check | undefined>> = {
  activations: {
    x: undefined,
    ...Object.fromEntries(
      ["relu", "gelu", "gelu_tanh", "silu", "sigmoid", "tanh"].map((name) => [name, activation]),
    ),
  },
  float_repr: {
    literal: undefined,
    bits: undefined,
    tolist: (golden) => expect(float32(golden).text).toBe(golden.tolist),
    numpy_str: (golden) => expect(float32(golden).numpy).toBe(golden.numpy_str),
    tensor: (golden) => expect(float32(golden).print()).toBe(golden.tensor),
  },
  layernorm: {
    x: undefined,
    gamma: undefined,
    beta: undefined,
    eps: undefined,
    out32: layerNorm,
    out64: layerNorm,
  },
  mha: {
    ...Object.fromEntries(
      ["name", "layout", "d_model", "heads", "causal", "x_query", "x_key", "x_value", "params"].map(
        (name) => [name, undefined],
      ),
    ),
    out32: multiHeadAttention,
    out64: multiHeadAttention,
    weights32: multiHeadAttention,
    weights64: multiHeadAttention,
  },
  positional: {
    d_model: undefined,
    max_length: undefined,
    rounding: undefined,
    pe({ d_model, max_length, rounding, pe }) {
      const { data } = tril.positions(max_length, d_model, rounding === null ? {} : { decimals: rounding });
      near(data, pe, { relative: 6e-8, absolute: 1e-30 });
    },
  },
  printing: {
    ...Object.fromEntries(
      ["expr", "dtype", "shape", "data", "requires_grad"].map((name) => [name, undefined]),
    ),
    // torch.node.test.ts runs each expression in Python, and compares these for all cases.
    str: (golden) => golden.dtype && printed(golden, "str"),
    repr: (golden) => golden.dtype && expect(golden.repr).toBe(golden.str),
  },
  // ... and Python's own rounding.
  rounding: {
    x: undefined,
    decimals: undefined,
    python: undefined,
    numpy: ({ x, decimals, numpy }) =>
      expect(Tensor.of(x, "float64").rounded(decimals).numbers).toEqual(flat(numpy)),
  },
  sdpa: {
    ...Object.fromEntries(
      ["name", "q", "k", "v", "mask_true_is_hidden", "scale"].map((name) => [name, undefined]),
    ),
    ...Object.fromEntries(
      ["scores", "weights", "out"].flatMap((name) => [
        [`${name}32`, attention],
        [`${name}64`, attention],
      ]),
    ),
  },
  similarity: {
    a: undefined,
    b: undefined,
    dot: likenessCheck,
    cosine: likenessCheck,
    euclid: likenessCheck,
  },
  softmax: {
    x: undefined,
    dim: undefined,
    out32: softmax,
    out64: softmax,
    log32: logSoftmax,
    log64: logSoftmax,
  },
};

const cases = Object.entries(files).map(([path, { cases }]) => ({
  name: path.replace(/.*\/|\.json$/g, ""),
  cases,
}));

test("no file is left out", () => {
  // dev.json holds the inputs that the others were made from; rng.json has a test of its own.
  const expected = [...Object.keys(checks), "dev", "rng"].sort();
  expect(cases.map(({ name }) => name).sort()).toEqual(expected);
});

describe.each(cases.filter(({ name }) => name in checks))("$name", ({ name, cases }) => {
  test.each(cases.map((golden, i) => [golden.name ?? golden.expr ?? `case ${i}`, golden]))(
    "%s",
    (_, golden) => {
      for (const key of Object.keys(golden)) {
        expect(checks[name], "a field that has no check").toHaveProperty([key]);
        checks[name]![key]?.(golden, key);
      }
    },
  );
});
