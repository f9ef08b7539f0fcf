// The package's vocabularies, against the rank files that they are made of; tiktoken's ids are in
// tests/browser/package.test.ts.

import { expect, test } from "vitest";
import { load, TrilError, type Vocabulary } from "../../web/core/index.ts";
import cl100k from "../../web/core/vocab/cl100k.ts";
import gpt2 from "../../web/core/vocab/gpt2.ts";
import o200k from "../../web/core/vocab/o200k.ts";
import { tiktokenFile, type VocabularyName } from "./vocabularies.ts";

const tril = await load();
const packed: Record<VocabularyName, Vocabulary> = { gpt2, cl100k, o200k };

test.each(Object.entries(packed))("%s is its rank file, token for token", (name, vocabulary) => {
  const tokenizer = tril.loadBpe(vocabulary);
  const saved = new TextDecoder().decode(tokenizer.save("tiktoken"));
  expect(saved === tiktokenFile(name as VocabularyName)).toBe(true); // megabytes, which nobody wants printed
  expect(tokenizer.pattern).toBe(name);
  tokenizer.dispose();
});

test("special tokens come on top of the vocabulary's own", () => {
  const tokenizer = tril.loadBpe(gpt2, { specialTokens: { "<|pad|>": 50300 } });
  expect(tokenizer.specialTokens).toEqual({ "<|endoftext|>": 50256, "<|pad|>": 50300 });
  expect([...tokenizer.encode("<|pad|>", { special: "all" })]).toEqual([50300]);
  tokenizer.dispose();
});

test("a vocabulary that is cut off or no vocabulary is refused", () => {
  const errorOf = (vocabulary: Vocabulary) => {
    try {
      tril.loadBpe(vocabulary).dispose();
    } catch (error) {
      return error instanceof TrilError ? [error.code, error.message] : error;
    }
    return undefined;
  };
  const { tokens } = gpt2;
  const cut = { ...gpt2, tokens: tokens.subarray(0, tokens.length - 1) };
  expect(errorOf(cut)).toEqual(["bad-file", expect.stringContaining("in the middle of a token")]);
  const text = { ...gpt2, tokens: "abc" as unknown as Uint8Array };
  expect(errorOf(text)).toEqual(["bad-argument", expect.stringContaining("are bytes")]);
  const none = { ...gpt2, tokens: new Uint8Array() };
  expect(errorOf(none)).toEqual(["bad-file", expect.stringContaining("single byte")]);
});
