// Training against the textbook's way: count every pair anew in each round, and merge the most frequent one; of several
// the one that was seen first.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { load, type Pattern } from "../../web/core/index.ts";
import { randomFrom } from "../random.ts";

const tril = await load();
const patterns: Pattern[] = ["none", "gpt2", "cl100k", "o200k"];

const border = -1; // between two pieces

/** What is learned, "left right count" in order, and in how many rounds pairs shared the highest count. */
function textbook(text: string, pattern: Pattern, rounds: number): { merges: string[]; ties: number } {
  let ids = tril.split(text, pattern).flatMap(({ bytes }) => [...bytes, border]);
  const merges: string[] = [];
  let ties = 0;
  for (let id = 256; id < 256 + rounds; id++) {
    const counts = new Map<number, number>();
    for (let i = 0; i + 1 < ids.length; i++) {
      if (ids[i] === border || ids[i + 1] === border) continue;
      const pair = ids[i]! * 1024 + ids[i + 1]!;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
    if (counts.size === 0) break;
    let [best, most] = [-1, 0];
    for (const [pair, count] of counts) if (count > most) [best, most] = [pair, count];
    if ([...counts.values()].filter((count) => count === most).length > 1) ties++;
    const [left, right] = [Math.floor(best / 1024), best % 1024];
    merges.push(`${left} ${right} ${most}`);
    const merged: number[] = [];
    for (let i = 0; i < ids.length; i++) {
      const found = ids[i] === left && ids[i + 1] === right;
      merged.push(found ? id : ids[i]!);
      if (found) i++;
    }
    ids = merged;
  }
  return { merges, ties };
}

function learned(text: string, pattern: Pattern, rounds: number): string[] {
  using tokenizer = tril.trainBpe(text, { vocabSize: 256 + rounds, pattern });
  return tokenizer.merges.map(({ left, right, count }) => `${left} ${right} ${count}`);
}

test("ten thousand small texts that are made to tie", { timeout: 300_000 }, () => {
  const random = randomFrom(7);
  const alphabets = ["ab", "abc", "ab ", "aB1 '\n.sé", "的是 ", "xyz\0"].map((text) => [...text]);
  let ties = 0;
  for (let i = 0; i < 10_000; i++) {
    const alphabet = alphabets[random(alphabets.length)]!;
    const one = () => alphabet[random(alphabet.length)]!;
    let text = Array.from({ length: random(24) }, one).join("");
    // The same again, in another order: what stands in both ties with itself and its neighbours.
    if (random(2) === 0) text += [...text].reverse().join("") + text;
    const pattern = patterns[random(patterns.length)]!;
    const rounds = 1 + random(16);
    const expected = textbook(text, pattern, rounds);
    ties += expected.ties > 0 ? 1 : 0;
    const found = learned(text, pattern, rounds);
    if (String(found) !== String(expected.merges))
      expect([text, pattern, found]).toEqual([text, pattern, expected.merges]);
  }
  expect(ties).toBeGreaterThan(8000);
});

test.each(["none", "cl100k"] as const)(
  "500 merges of 200 kB of prose, cut as %s",
  { timeout: 300_000 },
  (pattern) => {
    // Licences and read-me files of the packages that tril is built with.
    const modules = join(import.meta.dirname, "../../node_modules");
    const files = [
      "vite/LICENSE.md",
      "typescript/ThirdPartyNoticeText.txt",
      "typescript/LICENSE.txt",
      "axe-core/README.md",
      "markdown-it/README.md",
      "yaml/README.md",
      "playwright/README.md",
      "tiktoken/README.md",
      "fast-check/README.md",
      "vitest/LICENSE.md",
    ];
    const text = files
      .map((name) => readFileSync(join(modules, name), "utf8"))
      .join("\n")
      .slice(0, 200_000);
    expect(text.length).toBe(200_000);
    expect(learned(text, pattern, 500)).toEqual(textbook(text, pattern, 500).merges);
  },
);
