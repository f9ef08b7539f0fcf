// How the libraries are measured, in Node and in a browser alike.
//
// All times are from a JavaScript string to ids that JavaScript can read, or back, and of several rounds the shortest,
// which the rest of the machine disturbed least. In each round the libraries take turns. "Warm" is a text that the
// library has met before, and may have kept what it learned of it; "cold" the same after it was made to forget. (tril
// and tiktoken keep nothing from one call to the next, so for them both are the same.) The code is warm in
// both: each library has encoded every text once before, when its ids were compared.

import type { Start, Tokens } from "./peer.ts";
import { textbook } from "./textbook.ts";

export type Times = Record<string, number>; // milliseconds, by library

export interface Measured {
  rows: { name: string; warm: Times; cold: Times; decode: Times }[];
  /** Milliseconds of tril for 100 KB each. */
  pathological: Record<string, number>;
  different: string[];
}

const rounds = 5;

/** Milliseconds: in Node of all processors' time for this process, so that what else the machine does counts little. */
function clock(): number {
  if (typeof process === "undefined") return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export async function measure(
  libraries: Record<string, { default: Start }>,
  texts: Record<string, string>,
  hard: Record<string, string>,
): Promise<Measured> {
  const started: [string, Tokens][] = [];
  for (const [name, { default: start }] of Object.entries(libraries)) started.push([name, await start()]);
  const measured: Measured = { rows: [], pathological: {}, different: [] };
  const [, tril] = started.find(([name]) => name === "tril")!;
  for (const [name, text] of Object.entries(texts)) {
    const row = { name, warm: {}, cold: {}, decode: {} };
    const expected = tril.encode(text);
    const own = new Map<string, ArrayLike<number>>();
    // Who gets other ids, or another text back, is named, and stands in no ratio.
    const right = started.filter(([library, tokens]) => {
      const ids = tokens.encode(text);
      own.set(library, ids);
      const isSame = ids.length === expected.length && Array.from(ids).every((id, i) => id === expected[i]);
      if (!isSame) measured.different.push(`${library}: the ids of ${name}`);
      const isBack = tokens.decode(ids) === text;
      if (!isBack) measured.different.push(`${library}: ${name}, decoded`);
      return isSame && isBack;
    });
    for (let round = 0; round < rounds; round++)
      for (const [library, tokens] of right) {
        note(row.warm, library, () => tokens.encode(text));
        note(row.decode, library, () => tokens.decode(own.get(library)!));
        tokens.forget();
        note(row.cold, library, () => tokens.encode(text));
      }
    measured.rows.push(row);
  }
  for (let round = 0; round < rounds; round++)
    for (const [name, text] of Object.entries(hard))
      note(measured.pathological, name, () => tril.encode(text));
  return measured;
}

export interface Trained {
  tril: number;
  textbook: number;
  same: boolean;
}

/** Training, in milliseconds. The textbook takes so long that it is measured once. */
export async function measureTraining(
  { default: start }: { default: Start },
  text: string,
): Promise<Trained> {
  const tokens = await start();
  const vocabSize = 1024;
  const times: Times = {};
  const before = clock();
  const expected = textbook(text, vocabSize);
  const slow = clock() - before;
  const same = JSON.stringify(tokens.train!(text, vocabSize)) === JSON.stringify(expected);
  for (let round = 0; round < rounds; round++) note(times, "tril", () => tokens.train!(text, vocabSize));
  return { tril: times.tril!, textbook: slow, same };
}

/** From nothing to the first ids, in milliseconds; a page has the bytes already. */
export async function measureLoad(file: string): Promise<number> {
  const address = "document" in globalThis ? URL.createObjectURL(await (await fetch(file)).blob()) : file;
  const before = clock();
  const { default: start }: { default: Start } = await import(/* @vite-ignore */ address);
  const tokens = await start();
  tokens.encode("Hello");
  return clock() - before;
}

function note(times: Times, name: string, call: () => unknown): void {
  const before = clock();
  call();
  times[name] = Math.min(times[name] ?? Number.POSITIVE_INFINITY, clock() - before);
}
