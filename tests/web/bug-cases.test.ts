// Bug reports from this field, each with the right answer (tests/golden/bug-cases.jsonl says where from).

import { describe, expect, test } from "vitest";
import { load, type Pattern, type Tokenizer, TrilError } from "../../web/core/index.ts";
import lines from "../golden/bug-cases.jsonl?raw";
import { memorySize } from "./memory.ts";
import { loadVocabulary, tiktokenFile, type VocabularyName } from "./vocabularies.ts";

// biome-ignore lint/suspicious/noExplicitAny: every operation has inputs and expectations of its own
type Data = any;
interface Case {
  id: string;
  area: string;
  title: string;
  input: Data;
  expect: Data;
}

const cases: Case[] = lines
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const tril = await load();

const loaded = new Map<string, Tokenizer>();
function vocabulary(name: VocabularyName): Tokenizer {
  if (!loaded.has(name)) loaded.set(name, loadVocabulary(tril, name));
  return loaded.get(name)!;
}

/** Texts are given as they are, or as {repeat, times}. */
const textOf = (text: Data): string => (typeof text === "string" ? text : text.repeat.repeat(text.times));
const list = (ids: ArrayLike<number>) => Array.from(ids);

/** The cases give patterns as regular expressions. */
function patternOf(source: string | null | undefined): Pattern {
  if (!source) return "none";
  return source.includes("{1,3}") ? "cl100k" : "gpt2";
}

/** The error that a call throws; the test fails when it throws none, or anything but a TrilError. */
function errorOf(call: () => unknown): TrilError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(TrilError);
    expect((error as TrilError).message.length).toBeGreaterThan(10);
    return error as TrilError;
  }
  throw new Error("no error was thrown");
}

const operations: Record<string, (input: Data, expected: Data) => void> = {
  train({ text, vocab_size, pattern }, expected) {
    const tokenizer = tril.trainBpe(textOf(text), { vocabSize: vocab_size, pattern: patternOf(pattern) });
    const merges = tokenizer.merges.map(({ left, right }) => [left, right]);
    expect(merges).toEqual((expected.any_of?.[0] ?? expected).merges);
    if (expected.encoded_training_text)
      expect(list(tokenizer.encode(textOf(text)))).toEqual(expected.encoded_training_text);
    if (expected.vocab_size) expect(tokenizer.size).toBe(expected.vocab_size);
    tokenizer.dispose();
  },

  encode_with_merges({ merges, text }, { ids, same_vocab_as_tiktoken_ranks }) {
    const model = `minbpe v1\n\n0\n${merges.map((pair: number[]) => pair.join(" ")).join("\n")}\n`;
    const byPair = tril.loadBpe(model);
    expect(list(byPair.encode(text))).toEqual(ids);
    if (!same_vocab_as_tiktoken_ranks) return;
    const ranks = Array.from(
      { length: byPair.size },
      (_, id) => `${base64(byPair.bytesOf(id))} ${id}\n`,
    ).join("");
    expect(list(tril.loadBpe(ranks, { format: "tiktoken" }).encode(text))).toEqual(
      same_vocab_as_tiktoken_ranks,
    );
  },

  decode_bytes_with_identity_vocab({ ids }, { text }) {
    expect(tril.loadBpe("minbpe v1\n\n0\n").decode(ids)).toBe(text);
  },

  decode_each_and_all({ encoding, text }, expected) {
    const tokenizer = vocabulary(encoding);
    const ids = list(tokenizer.encode(text));
    expect(ids).toEqual(expected.ids);
    expect(ids.map((id) => list(tokenizer.bytesOf(id)))).toEqual(expected.each_bytes);
    expect(ids.map((id) => tokenizer.decode([id]))).toEqual(expected.each_text);
    expect(tokenizer.decode(ids)).toBe(expected.all_text);
  },

  decode_stream({ encoding, text }, { no_chunk_contains }) {
    const tokenizer = vocabulary(encoding);
    const [stream, other] = [tokenizer.decodeStream(), tokenizer.decodeStream()];
    const chunks = list(tokenizer.encode(text)).map((id) => {
      other.push(97); // a stream of its own, which must not disturb the first
      return stream.push(id);
    });
    chunks.push(stream.end());
    expect(chunks.join("")).toBe(text);
    for (const chunk of chunks) expect(chunk).not.toContain(no_chunk_contains);
  },

  decode_bad({ cases, then_encode: [name, text] }, { then_ids }) {
    for (const [encoding, ids] of cases) {
      const bad = ids.at(-1);
      const error = errorOf(() => vocabulary(encoding).decode(ids));
      expect(error.code).toBe("unknown-id");
      expect(error.message).toContain(String(bad));
    }
    expect(list(vocabulary(name).encode(text))).toEqual(then_ids);
  },

  roundtrip_text({ encoding, text }, expected) {
    const tokenizer = vocabulary(encoding);
    expect(list(tokenizer.encode(text))).toEqual(expected.ids);
    expect(tokenizer.decode(expected.ids)).toBe(expected.text);
  },

  all_paths({ text }, { same_as_text, ids }) {
    const tokenizer = vocabulary("cl100k");
    expect(list(tokenizer.encode(text))).toEqual(ids);
    expect(tokenizer.count(text)).toBe(ids.length);
    expect(tokenizer.tokens(text).map(({ id }) => id)).toEqual(ids);
    expect(list(tokenizer.encodeSteps(text).ids)).toEqual(ids);
    expect(tokenizer.decode(ids)).toBe(same_as_text);
    const merges = (text: string) => tril.trainBpe(text, { vocabSize: 300 }).merges;
    expect(merges(text)).toEqual(merges(same_as_text));
  },

  keep_then_grow({ first, then, encoding }, expected) {
    const kept = vocabulary(encoding).encode(first);
    vocabulary(encoding).encode(textOf(then));
    expect(kept.byteLength).toBeGreaterThan(0);
    expect(list(kept)).toEqual(expected.first_ids_still);
  },

  create_free_loop({ times, encoding }, { heap_growth_after_10th_max_MiB }) {
    // Loading GPT-2's 50,257 tokens takes its time, so fifty of the `times` are of that size (one kept by
    // mistake holds megabytes and would show); the others are small.
    const files = [tiktokenFile(encoding), "minbpe v1\n\n0\n104 101\n"];
    let sizeAfterTenth = 0;
    for (let i = 0; i < times; i++) {
      const format = i < 50 ? "tiktoken" : "minbpe";
      const tokenizer = tril.loadBpe(files[i < 50 ? 0 : 1]!, { format, pattern: encoding });
      expect(tokenizer.decode(tokenizer.encode("hello world"))).toBe("hello world");
      tokenizer.dispose();
      if (i === 9) sizeAfterTenth = memorySize();
    }
    expect(memorySize() - sizeAfterTenth).toBeLessThanOrEqual(heap_growth_after_10th_max_MiB * 2 ** 20);
  },

  word({ vocab, text }, expected) {
    const tokenizer = tril.loadWords(vocab);
    if (expected.throws) {
      const error = errorOf(() => tokenizer.encode(text));
      expect(error.message).toContain(expected.message_contains);
      return;
    }
    const ids = tokenizer.encode(text);
    expect(list(ids)).toEqual(expected.ids);
    if (expected.tokens) expect(tokenizer.decode(ids).split(" ")).toEqual(expected.tokens);
  },

  provoke(_, { message_min_len }) {
    const error = errorOf(() => tril.loadBpe("minbpe v1\n\n0\nthis is not a merge\n"));
    expect(error).toBeInstanceOf(Error);
    expect(error.code).toBe("bad-file");
    expect(error.message.length).toBeGreaterThanOrEqual(message_min_len);
  },
};

for (const area of ["bpe-train", "bpe-encode", "decode", "word", "wasm-binding"])
  describe(area, () => {
    const inArea = cases.filter((entry) => entry.area === area);
    test.each(inArea)("$id: $title", ({ input, expect: expected }) => {
      const operation = operations[input.op];
      if (!operation) throw new Error(`no test knows the operation ${input.op}`);
      operation(input, expected);
    });
  });

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
