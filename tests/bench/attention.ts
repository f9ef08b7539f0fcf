// The cases of the bench of attention, and how they are measured: in Node and in a browser alike.

import type { Attention, Host, Peer, Run } from "./peers/peer.ts";

export interface Row {
  name: string;
  /** Milliseconds, by library: the best of all rounds, which the rest of the machine disturbed least. */
  times: Record<string, number>;
}

export interface Measured {
  rows: Row[];
  /** Bytes of WebAssembly's memory that attention over 4096 tokens fills beyond the started library. */
  memory: Record<string, number>;
  /** Microseconds of a lesson's attention: six tokens of three numbers. */
  lesson: { output: number; working: number };
  /** Results that are not what float64 says. */
  wrong: string[];
}

interface Case {
  name: string;
  prepare(peer: Peer): Promise<Run>;
  /** The result in float64; of attention head after head. */
  exact(): Float64Array;
  shape?: Attention;
}

const rounds = 9;
/** Each round's share of a case, in milliseconds: short calls are repeated until it is over. */
const share = 15;

/** Numbers around 0, the same in every run. */
function numbers(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

function attentionCase(length: number, heads: number): Case {
  const width = 64;
  const own = width / heads;
  const x = numbers(length * width, length + heads);
  const shape = { length, width, heads };
  return {
    shape,
    name: `attention, T = ${length}, ${heads} head${heads === 1 ? "" : "s"}`,
    prepare: (peer) => peer.attention(x, shape),
    exact() {
      const out = new Float64Array(length * width);
      for (let head = 0; head < heads; head++)
        for (let i = 0; i < length; i++) {
          const at = (row: number) => (head * length + row) * own;
          const weights = Array.from({ length: i + 1 }, (_, j) => {
            let sum = 0;
            for (let c = 0; c < own; c++) sum += x[at(i) + c]! * x[at(j) + c]!;
            return Math.exp(sum / Math.sqrt(own));
          });
          const total = weights.reduce((a, b) => a + b);
          for (const [j, weight] of weights.entries())
            for (let c = 0; c < own; c++) out[at(i) + c]! += (weight / total) * x[at(j) + c]!;
        }
      return out;
    },
  };
}

function matmulCase(n: number): Case {
  const [a, b] = [numbers(n * n, n), numbers(n * n, n + 1)];
  return {
    name: `matmul ${n}`,
    prepare: (peer) => peer.matmul(a, b, n),
    exact() {
      const out = new Float64Array(n * n);
      for (let i = 0; i < n; i++)
        for (let k = 0; k < n; k++)
          for (let j = 0; j < n; j++) out[i * n + j]! += a[i * n + k]! * b[k * n + j]!;
      return out;
    },
  };
}

function softmaxCase(n: number): Case {
  const x = numbers(n * n, n);
  return {
    name: `softmax ${n}`,
    prepare: (peer) => peer.softmax(x, n),
    exact: () => {
      const out = Float64Array.from(x, Math.exp);
      for (let i = 0; i < n; i++) {
        const row = out.subarray(i * n, (i + 1) * n);
        const total = row.reduce((a, b) => a + b);
        for (let j = 0; j < n; j++) row[j]! /= total;
      }
      return out;
    },
  };
}

const cases = [
  ...[64, 256, 1024].flatMap((length) => [attentionCase(length, 1), attentionCase(length, 8)]),
  ...[64, 256, 512, 1024].map(matmulCase),
  softmaxCase(1024),
];

export async function measure(host: Host): Promise<Measured> {
  // Before anything is imported, as some make their memory then.
  const memories = watchMemories();
  const [tril, tfjs, onnx, jax] = [
    await import("./peers/tril.ts"),
    await import("./peers/tfjs.mjs"),
    await import("./peers/onnx.mjs"),
    await import("./peers/jax.mjs"),
  ];
  const peers: Peer[] = [];
  const memory: Record<string, number> = {};
  const long = attentionCase(4096, 1);
  for (const start of [
    tril.start,
    () => tfjs.start(host),
    () => onnx.start(host, "one operation"),
    () => onnx.start(host, "steps"),
    jax.start,
  ]) {
    const peer = await start();
    const before = memories();
    try {
      await (await long.prepare(peer))();
      memory[peer.name] = memories() - before;
    } catch {
      memory[peer.name] = Number.NaN; // too much for it
    }
    peers.push(peer);
  }
  const wrong: string[] = [];
  const rows: Row[] = [];
  for (const each of cases) rows.push(await row(each, peers, wrong));
  return { rows, memory, lesson: await tril.lesson(), wrong };
}

/**
 * How far all of WebAssembly's memories are filled, from now on. Memory begins as zeros, and heaps fill it from below:
 * the last byte that is not 0 says how much was ever in use, even if that is less than there was from the start.
 */
function watchMemories(): () => number {
  const all = new Set<WebAssembly.Memory>();
  const note = (exports: WebAssembly.Exports) => {
    for (const entry of Object.values(exports)) if (entry instanceof WebAssembly.Memory) all.add(entry);
  };
  const { Memory, Instance } = WebAssembly;
  WebAssembly.Memory = new Proxy(Memory, {
    construct(target, [descriptor]) {
      const memory = new target(descriptor);
      all.add(memory);
      return memory;
    },
  });
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, [module, imports]) {
      const instance = new target(module, imports);
      note(instance.exports);
      return instance;
    },
  });
  for (const name of ["instantiate", "instantiateStreaming"] as const) {
    const original = WebAssembly[name] as (source: never, imports: never) => Promise<object>;
    Object.assign(WebAssembly, {
      async [name](source: never, imports: never) {
        const result = await original(source, imports);
        note(
          ("instance" in result
            ? (result.instance as WebAssembly.Instance)
            : (result as WebAssembly.Instance)
          ).exports,
        );
        return result;
      },
    });
  }
  return () => [...all].reduce((sum, { buffer }) => sum + filled(buffer), 0);
}

function filled(buffer: ArrayBuffer): number {
  const words = new Float64Array(buffer);
  let end = words.length;
  while (words[end - 1] === 0) end--;
  return 8 * end;
}

async function row({ name, prepare, exact, shape }: Case, peers: Peer[], wrong: string[]): Promise<Row> {
  const expected = exact();
  const runs: { name: string; run: Run; calls: number; times: number[] }[] = [];
  for (const peer of peers) {
    const run = await prepare(peer);
    const result = shape && peer.sideBySide ? headsFirst(await run(), shape) : await run();
    if (expected.some((number, i) => !(Math.abs(result[i]! - number) <= 1e-4)))
      wrong.push(`${peer.name}: ${name}`);
    const once = await time(run, 2);
    runs.push({ name: peer.name, run, calls: Math.max(1, Math.round(share / once)), times: [] });
  }
  // In turn, so that what else the machine does falls on all alike.
  for (let round = 0; round < rounds; round++)
    for (const each of runs) each.times.push(await time(each.run, each.calls));
  return { name, times: Object.fromEntries(runs.map(({ name, times }) => [name, Math.min(...times)])) };
}

function headsFirst(rows: Float32Array, { length, width, heads }: Attention): Float32Array {
  const own = width / heads;
  return Float32Array.from({ length: rows.length }, (_, i) => {
    const [head, row, column] = [Math.floor(i / own / length), Math.floor(i / own) % length, i % own];
    return rows[row * width + head * own + column]!;
  });
}

async function time(run: Run, calls: number): Promise<number> {
  const before = performance.now();
  for (let i = 0; i < calls; i++) await run();
  return (performance.now() - before) / calls;
}
