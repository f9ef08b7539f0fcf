// Options that nothing would be done with are refused: a misspelt one would change what comes out without a word.

import { expect, test } from "vitest";
import { load } from "../../web/core/index.ts";

const tril = await load();
const x = [[1, 0]];
const minbpe = "minbpe v1\n\n0\n97 98\n";

test.each<[string, () => unknown]>([
  ["casual", () => tril.attend(x, x, x, { casual: true } as never)],
  ["axes", () => tril.softmax(x, { axes: 0 } as never)],
  ["eps", () => tril.layerNorm(x, { eps: 1 } as never)],
  ["patern", () => tril.trainBpe("aa", { vocabSize: 257, patern: "gpt2" } as never)],
  ["specials", () => tril.loadBpe(minbpe, { specials: {} } as never)],
  ["std", () => tril.random(1).normal(1, 1, { std: 2 } as never)],
  ["__proto__", () => tril.softmax(x, JSON.parse('{"__proto__": 1}'))],
])("a name that is not known: %s", (name, call) => {
  expect(call).toThrow(
    expect.objectContaining({ code: "bad-argument", message: expect.stringContaining(name) }),
  );
});

test.each<[string, () => unknown]>([
  ["special tokens", () => tril.loadBpe(minbpe, { specialTokens: new Map([["<s>", 300]]) as never })],
  ["the ids of words", () => tril.loadWords(new Map([["a", 0]]) as never)],
  ["options", () => tril.softmax(x, [1] as never)],
])("a Map or a list for %s", (_, call) => {
  expect(call).toThrow(expect.objectContaining({ code: "bad-argument" }));
});

test("what is undefined is the default", () => {
  expect(tril.softmax(x, { axis: undefined as never })).toEqual(tril.softmax(x));
});
