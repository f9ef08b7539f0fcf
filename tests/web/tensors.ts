// The n-dimensional tensors of the Python cells' WebAssembly, called without Python.

import { startTensors } from "../../web/python/tensors.ts";

const tensors = await startTensors();

export type Type = "bool" | "int64" | "float32" | "float64";
const types: Type[] = ["bool", "int64", "float32", "float64"];

// In the order of the core's enums.
const binary = [
  "add",
  "subtract",
  "multiply",
  "maximum",
  "minimum",
  "floorDivide",
  "remainder",
  "power",
  "divide",
];
const unary = ["negate", "absolute", "exp", "log", "sqrt"];
const activations = ["relu", "gelu", "gelu_tanh", "silu", "sigmoid", "tanh"];

/** Nested lists of numbers, where "nan", "inf" and "-inf" are written as text. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of any depth
type Json = any;

const odd: Record<string, number> = { nan: Number.NaN, inf: Infinity, "-inf": -Infinity };
export function flat(numbers: Json): number[] {
  return [numbers].flat(9).map((number) => (typeof number === "string" ? odd[number]! : Number(number)));
}

function shapeOf(numbers: Json): number[] {
  return Array.isArray(numbers) ? [numbers.length, ...(numbers.length > 0 ? shapeOf(numbers[0]) : [])] : [];
}

/** Calls the core; a failed call is an error of the test. */
export function call(name: string, ...values: Parameters<typeof tensors.call>[1][]): string {
  const answer = tensors.call(name, ...values);
  if (answer.startsWith("!")) throw new Error(answer);
  return answer;
}

/** A tensor of the core. */
export class Tensor {
  readonly id: number;
  readonly type: Type;
  readonly shape: number[];

  constructor(answer: string) {
    const [id, type, ...shape] = answer.split(" ").map(Number);
    this.id = id!;
    this.type = types[type!]!;
    this.shape = shape;
  }

  static of(numbers: Json, type: Type, shape = shapeOf(numbers)): Tensor {
    const list = flat(numbers);
    const data =
      type === "bool"
        ? Uint8Array.from(list)
        : type === "int64"
          ? BigInt64Array.from(list.map(BigInt))
          : Float64Array.from(list);
    const buffer = { getBuffer: () => ({ data, release() {} }) };
    return new Tensor(call("create", buffer, shape.join(), types.indexOf(type)));
  }

  /** As Python's print(tensor.tolist()) shows it. */
  get text(): string {
    return call("listText", this.id);
  }

  get numbers(): number[] {
    const json = this.text.replace(/nan|-?inf/g, '"$&"').replace(/True|False/g, (word) => word.toLowerCase());
    return flat(JSON.parse(json));
  }

  /** Number by number with another tensor, or with a single number. */
  with(operation: string, other: Tensor | number): Tensor {
    const kind = binary.indexOf(operation);
    return new Tensor(
      typeof other === "number"
        ? call("scalar", kind, this.id, other, types.indexOf("float32"), false)
        : call("binary", kind, this.id, other.id),
    );
  }

  matmul = (other: Tensor) => new Tensor(call("matmul", this.id, other.id));
  transpose = (a: number, b: number) => new Tensor(call("transpose", this.id, a, b));
  reshape = (...shape: number[]) => new Tensor(call("reshape", this.id, shape.join(), false));
  softmax = (axis = -1) => new Tensor(call("softmax", this.id, axis, false));
  logSoftmax = (axis = -1) => new Tensor(call("softmax", this.id, axis, true));
  sum = () => new Tensor(call("reduceAll", 0, this.id));
  sqrt = () => new Tensor(call("unary", unary.indexOf("sqrt"), this.id));
  rounded = (decimals: number) => new Tensor(call("rounded", this.id, decimals));
  to = (type: Type) => new Tensor(call("convert", this.id, types.indexOf(type)));
  activate = (name: string) => new Tensor(call("activate", activations.indexOf(name), this.id));
  /** This tensor, and another one where a mask is true. */
  where = (mask: Tensor, other: Tensor) => new Tensor(call("where", mask.id, other.id, this.id));

  /** As PyTorch prints it. */
  print({ dtype = "", step = "", requiresGrad = false, parameter = false } = {}): string {
    return call("print", this.id, step, requiresGrad, parameter, dtype);
  }

  /** As NumPy prints it. */
  get numpy(): string {
    return call("numpyText", this.id, false);
  }
}

/** Random numbers of the one stream, seeded as torch.manual_seed does. */
export const random = {
  seed: (seed: number) => call("seed", 0, seed),
  uniform: (shape: number[], type: Type = "float32", low = 0, high = 1) =>
    new Tensor(call("uniform", shape.join(), types.indexOf(type), low, high)),
  normal: (shape: number[], type: Type = "float32", mean = 0, deviation = 1) =>
    new Tensor(call("normal", shape.join(), types.indexOf(type), mean, deviation)),
  integers: (count: number, low: number, high: number) => new Tensor(call("integers", `${count}`, low, high)),
  permutation: (count: number) => new Tensor(call("permutation", `${count}`)),
  bernoulli: (count: number, probability: number) => new Tensor(call("bernoulli", `${count}`, probability)),
  multinomial: (weights: Tensor, count: number, replacement: boolean) =>
    new Tensor(call("multinomial", `${count}`, weights.id, replacement)),
  linear: (width: number, out: number) =>
    call("linear", width, out, true)
      .split(";")
      .map((answer) => new Tensor(answer)),
  embedding: (count: number, width: number) => new Tensor(call("embedding", count, width)),
  xavierUniform: (rows: number, columns: number) => new Tensor(call("xavierUniform", rows, columns, 1)),
};
