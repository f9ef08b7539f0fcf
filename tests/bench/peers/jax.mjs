import { defaultDevice, init, jit, nn, numpy as np } from "@jax-js/jax";

/** @returns {Promise<import("./peer.ts").Peer>} */
export async function start() {
  helpIterators();
  // Others leave a Worker in Node, and it would begin to share its memory with some.
  if (typeof window === "undefined") globalThis.Worker = undefined;
  await init("wasm");
  defaultDevice("wasm");
  return {
    name: "jax-js",
    sideBySide: true,
    async attention(x, { length, width, heads }) {
      const own = width / heads;
      // It wants length x heads x width.
      const tensor = np.array(x).reshape([heads, length, own]).transpose([1, 0, 2]);
      await tensor.blockUntilReady();
      const attend = jit((q, k, v) => nn.dotProductAttention(q, k, v, { isCausal: true }));
      return () => attend(tensor.ref, tensor.ref, tensor.ref).dataSync();
    },
    async matmul(a, b, n) {
      const [left, right] = [a, b].map((numbers) => np.array(numbers).reshape([n, n]));
      const multiply = jit((a, b) => np.matmul(a, b));
      return () => multiply(left.ref, right.ref).dataSync();
    },
    async softmax(x, n) {
      const tensor = np.array(x).reshape([n, n]);
      const soften = jit((x) => nn.softmax(x, -1));
      return () => soften(tensor.ref).dataSync();
    },
  };
}

/** It needs iterator helpers, which Node has from 22 on. */
function helpIterators() {
  const prototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  for (const name of ["map", "filter"])
    prototype[name] ??= function (call) {
      return [...this][name](call).values();
    };
}
