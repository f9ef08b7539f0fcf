import { load, type Matrix } from "../../../dist/index.js";
import type { Peer } from "./peer.ts";

/** Everything is in JavaScript before and after: the way into WebAssembly and out is timed, too. */
export async function start(): Promise<Peer> {
  const tril = await load();
  const square = (data: Float32Array, n: number): Matrix => ({ rows: n, columns: n, data });
  return {
    name: "tril",
    sideBySide: true,
    async attention(x, { length, width, heads }) {
      // Heads side by side in each row.
      const own = width / heads;
      const data = Float32Array.from({ length: length * width }, (_, i) => {
        const [row, column] = [Math.floor(i / width), i % width];
        return x[(Math.floor(column / own) * length + row) * own + (column % own)]!;
      });
      const matrix = { rows: length, columns: width, data };
      return () => tril.attend(matrix, matrix, matrix, { causal: true, heads, working: false }).output.data;
    },
    async matmul(a, b, n) {
      const [left, right] = [square(a, n), square(b, n)];
      return () => tril.matmul(left, right).data;
    },
    async softmax(x, n) {
      const matrix = square(x, n);
      return () => tril.softmax(matrix).data;
    },
  };
}

/** Microseconds of the attention of a lesson: six tokens of three numbers, keys of two and values of four. */
export async function lesson(): Promise<{ output: number; working: number }> {
  const tril = await load();
  const random = tril.random(123);
  const x = random.uniform(6, 3);
  const [query, key, value] = [random.uniform(3, 2), random.uniform(3, 2), random.uniform(3, 4)];
  const micros = (working: boolean) => {
    const times = Array.from({ length: 25 }, () => {
      const before = performance.now();
      for (let i = 0; i < 4000; i++) tril.selfAttend(x, { query, key, value }, { working });
      return ((performance.now() - before) * 1000) / 4000;
    });
    return Math.min(...times);
  };
  return { output: micros(false), working: micros(true) };
}
