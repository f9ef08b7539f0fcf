// Not the whole: that loads WebAssembly for graphics cards, too, of twice the size.
import * as ort from "onnxruntime-web/wasm";
import { causalMask } from "./mask.mjs";

/**
 * Its models are made here, field by field as onnx.proto numbers them. `attention` is either one operation or the
 * steps of it, of which now one and now the other is faster.
 *
 * @param {import("./peer.ts").Host} host
 * @param {"one operation" | "steps"} attention
 * @returns {Promise<import("./peer.ts").Peer>}
 */
export async function start(host, attention) {
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
  if (typeof window !== "undefined") ort.env.wasm.wasmPaths = host("onnxruntime-web/dist/");
  return {
    name: `onnxruntime-web, ${attention}`,
    attention(x, { length, width, heads }) {
      const own = width / heads;
      const shape = [1, heads, length, own];
      const tensor = new ort.Tensor("float32", x, shape);
      const inputs = { q: tensor, k: tensor, v: tensor };
      if (attention === "one operation")
        return session(inputs, shape, [node("Attention", "q k v", "out", { is_causal: 1 })]);
      const mask = new ort.Tensor("float32", causalMask(length), [length, length]);
      const scale = new ort.Tensor("float32", [1 / Math.sqrt(own)], []);
      return session({ ...inputs, mask, scale }, shape, [
        node("Transpose", "k", "columns", { perm: [0, 1, 3, 2] }),
        node("MatMul", "q columns", "scores"),
        node("Mul", "scores scale", "scaled"),
        node("Add", "scaled mask", "masked"),
        node("Softmax", "masked", "weights", { axis: -1 }),
        node("MatMul", "weights v", "out"),
      ]);
    },
    matmul(a, b, n) {
      const [left, right] = [a, b].map((numbers) => new ort.Tensor("float32", numbers, [n, n]));
      return session({ a: left, b: right }, [n, n], [node("MatMul", "a b", "out")]);
    },
    softmax(x, n) {
      const tensor = new ort.Tensor("float32", x, [n, n]);
      return session({ x: tensor }, [n, n], [node("Softmax", "x", "out", { axis: -1 })]);
    },
  };
}

async function session(inputs, shape, nodes) {
  const values = Object.entries(inputs).map(([name, { dims }]) => value(name, dims));
  const graph = [
    ...nodes.flatMap((node) => message(1, node)),
    ...text(2, "graph"),
    ...values.flatMap((value) => message(11, value)),
    ...message(12, value("out", shape)),
  ];
  const model = [...integer(1, 10), ...message(7, graph), ...message(8, [...text(1, ""), ...integer(2, 23)])];
  const session = await ort.InferenceSession.create(Uint8Array.from(model), { executionProviders: ["wasm"] });
  return async () => (await session.run(inputs)).out.data;
}

// --- Protocol buffers

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return bytes;
}
const integer = (field, value) => [...varint(field << 3), ...varint(value)];
const message = (field, bytes) => [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes];
const text = (field, value) => message(field, [...new TextEncoder().encode(value)]);

/** A float tensor's name and shape. */
function value(name, shape) {
  const lengths = shape.flatMap((length) => message(1, integer(1, length)));
  return [...text(1, name), ...message(2, message(1, [...integer(1, 1), ...message(2, lengths)]))];
}

/** An operation, with the names of what it reads and gives. */
function node(operation, inputs, output, attributes = {}) {
  const attribute = (name, value) =>
    typeof value === "number"
      ? [...text(1, name), ...integer(3, value), ...integer(20, 2)]
      : [...text(1, name), ...value.flatMap((number) => integer(8, number)), ...integer(20, 7)];
  return [
    ...inputs.split(" ").flatMap((name) => text(1, name)),
    ...text(2, output),
    ...text(4, operation),
    ...Object.entries(attributes).flatMap(([name, value]) => message(5, attribute(name, value))),
  ];
}
