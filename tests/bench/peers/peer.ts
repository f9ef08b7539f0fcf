// What each library is asked to do. A task is made ready beforehand, inputs in the library's own form included; only
// running it is timed, up to numbers that JavaScript can read.

export interface Attention {
  length: number;
  width: number;
  heads: number;
}

export type Run = () => Float32Array | Promise<Float32Array>;

export interface Peer {
  name: string;
  /** Whether its attention gives the heads side by side in each row, and not head after head. */
  sideBySide?: boolean;
  /** The causal attention of x with itself; x is length x width, head after head: heads x length x (width / heads). */
  attention(x: Float32Array, shape: Attention): Promise<Run>;
  /** The product of two matrices, n x n. */
  matmul(a: Float32Array, b: Float32Array, n: number): Promise<Run>;
  /** The softmax of each row of n x n numbers. */
  softmax(x: Float32Array, n: number): Promise<Run>;
}

/** Where a host finds the files of tests/bench/node_modules: a path in Node, an address in a browser. */
export type Host = (file: string) => string;
