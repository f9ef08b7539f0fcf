// Training against the textbook's way in JavaScript: count every pair anew in every round.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "../../dist/index.js";

const merges = 64;

export async function run(): Promise<void> {
  const tril = await load();
  const text = english(200_000);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 5; round++) {
    ours.push(time(() => tril.trainBpe(text, { vocabSize: 256 + merges }).merges));
    theirs.push(time(() => textbook(text)));
  }
  const same =
    JSON.stringify(tril.trainBpe(text, { vocabSize: 256 + merges }).merges) ===
    JSON.stringify(textbook(text));
  console.log(`${text.length} characters of English, ${merges} merges, the same merges: ${same}`);
  console.log(`tril ${median(ours).toFixed(1)} ms, textbook ${median(theirs).toFixed(1)} ms`);
  console.log(`ratio ${(median(theirs) / median(ours)).toFixed(1)}x`);
}

/** Prose that is there anyway: the licences and read-me files of the packages that tril is built with. */
function english(length: number): string {
  const modules = join(import.meta.dirname, "../../node_modules");
  const files = [
    "typescript/LICENSE.txt",
    "typescript/README.md",
    "vite/LICENSE.md",
    "playwright/ThirdPartyNotices.txt",
  ];
  const text = files.map((name) => readFileSync(join(modules, name), "utf8")).join("\n");
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

function textbook(text: string) {
  let ids = Array.from(new TextEncoder().encode(text));
  const learned: { left: number; right: number; id: number; count: number }[] = [];
  for (let id = 256; id < 256 + merges; id++) {
    const counts = new Map<number, number>();
    for (let i = 0; i + 1 < ids.length; i++) {
      const pair = ids[i]! * 65536 + ids[i + 1]!;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
    let best = -1;
    for (const [pair, count] of counts) if (best < 0 || count > counts.get(best)!) best = pair;
    const [left, right] = [Math.floor(best / 65536), best % 65536];
    learned.push({ left, right, id, count: counts.get(best)! });
    const merged: number[] = [];
    for (let i = 0; i < ids.length; i++) {
      const match = ids[i] === left && ids[i + 1] === right;
      merged.push(match ? id : ids[i]!);
      if (match) i++;
    }
    ids = merged;
  }
  return learned;
}

function time(call: () => unknown): number {
  const before = performance.now();
  call();
  return performance.now() - before;
}

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}
