import { setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs-core";
import { causalMask } from "./mask.mjs";

/** @returns {Promise<import("./peer.ts").Peer>} */
export async function start(/** @type {import("./peer.ts").Host} */ host) {
  setThreadsCount(1);
  setWasmPaths(host("@tensorflow/tfjs-backend-wasm/dist/"));
  await tf.setBackend("wasm");
  const read = (compute) => () => {
    const tensor = tf.tidy(compute);
    const numbers = tensor.dataSync();
    tensor.dispose();
    return numbers;
  };
  return {
    name: "tfjs-wasm",
    async attention(x, { length, width, heads }) {
      const own = width / heads;
      const tensor = tf.tensor3d(x, [heads, length, own]);
      const mask = tf.tensor2d(causalMask(length), [length, length]);
      return read(() => {
        const scores = tf.mul(tf.matMul(tensor, tensor, false, true), 1 / Math.sqrt(own));
        return tf.matMul(tf.softmax(tf.add(scores, mask)), tensor);
      });
    },
    async matmul(a, b, n) {
      const [left, right] = [tf.tensor2d(a, [n, n]), tf.tensor2d(b, [n, n])];
      return read(() => tf.matMul(left, right));
    },
    async softmax(x, n) {
      const tensor = tf.tensor2d(x, [n, n]);
      return read(() => tf.softmax(tensor));
    },
  };
}
