// The bug cases: reports from this field, each with the right answer (tests/golden/bug-cases.jsonl says where from).

import { describe, expect, test } from "vitest";
import lines from "../golden/bug-cases.jsonl?raw";

// biome-ignore lint/suspicious/noExplicitAny: every operation has inputs and expectations of its own
export type Data = any;
export interface Case {
  id: string;
  area: string;
  title: string;
  input: Data;
  expect: Data;
}

export const cases: readonly Case[] = lines
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** Who runs which areas, and how many cases each has, so that none is left out. */
export const areas = {
  tokens: {
    "encode-ids": 17,
    pretokenize: 4,
    "bpe-train": 8,
    "bpe-encode": 2,
    decode: 7,
    "special-tokens": 5,
    word: 3,
    "long-input": 5,
  },
  files: { "load-minbpe": 2, "load-tiktoken": 3, "load-gpt2-files": 3, "load-tokenizer-json": 2 },
  border: { "wasm-binding": 5 },
  numbers: { softmax: 6, attention: 5, "multi-head": 3, positional: 3 },
  site: { playground: 6, package: 4 }, // tests/browser
};

/** A test for every case of the areas. A case whose operation is not there fails. */
export function testCases(
  areas: Readonly<Record<string, number>>,
  operations: Readonly<Record<string, (input: Data, expected: Data) => void>>,
): void {
  for (const [area, count] of Object.entries(areas))
    describe(area, () => {
      const inArea = cases.filter((entry) => entry.area === area);
      test("is here whole", () => expect(inArea.length).toBe(count));
      test.each(inArea)("$id: $title", ({ input, expect: expected }) => {
        const operation = operations[input.op];
        if (!operation) throw new Error(`no test knows the operation ${input.op}`);
        operation(input, expected);
      });
    });
}

/** Texts are given as they are, or as {repeat, times}. */
export const textOf = (text: Data): string =>
  typeof text === "string" ? text : text.repeat.repeat(text.times);
