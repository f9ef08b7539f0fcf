// Bug reports about tokenizers and the border of the core, and a check that no report is left out.

import { expect, test } from "vitest";
import { load, type Pattern, type Tokenizer, TrilError } from "../../web/core/index.ts";
import { areas, cases, type Data, testCases, textOf } from "./cases.ts";
import { memorySize } from "./memory.ts";
import { loadVocabulary, tiktokenFile, type VocabularyName } from "./vocabularies.ts";

const tril = await load();

const loaded = new Map<string, Tokenizer>();
function vocabulary(name: VocabularyName): Tokenizer {
  if (!loaded.has(name)) loaded.set(name, loadVocabulary(tril, name));
  return loaded.get(name)!;
}

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
  encode({ encodings, text }, { ids, count, first10, last10, roundtrip }) {
    for (const name of encodings) {
      const tokenizer = vocabulary(name);
      const found = list(tokenizer.encode(textOf(text), { special: "text" }));
      if (ids) expect([name, found]).toEqual([name, ids[name]]);
      if (count) {
        expect([name, found.length]).toEqual([name, count[name]]);
        expect(found.slice(0, 10)).toEqual(first10[name]);
        expect(found.slice(-10)).toEqual(last10[name]);
      }
      if (roundtrip) expect(tokenizer.decode(found) === textOf(text)).toBe(true);
    }
  },

  split({ pattern, text }, { pieces }) {
    expect(tril.split(text, pattern).map(({ start, end }) => text.slice(start, end))).toEqual(pieces);
  },

  encode_special({ encoding, text, mode }, { ids, any_of, must_not_contain }) {
    const tokenizer = vocabulary(encoding);
    if (mode === "default") {
      // An error is the first of the answers that will do; as text it is the other.
      expect(any_of[0].throws).toBe(true);
      expect(errorOf(() => tokenizer.encode(text)).code).toBe("special-token");
      const asText = list(tokenizer.encode(text, { special: "text" }));
      expect(asText).toEqual(any_of[1].ids);
      for (const id of must_not_contain) expect(asText).not.toContain(id);
    } else expect(list(tokenizer.encode(text, { special: mode }))).toEqual(ids);
  },

  encode_custom_special({ specials, text, mode }, { ids }) {
    const tokenizer = tril.loadBpe("minbpe v1\n\n0\n", { specialTokens: specials });
    expect(list(tokenizer.encode(text, { special: mode }))).toEqual(ids);
    expect(tokenizer.decode(ids)).toBe(text);
  },

  decode({ encoding, ids }, { text }) {
    expect(vocabulary(encoding).decode(ids)).toBe(text);
  },

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
      const tokenizer = i < 50 ? tril.loadBpe(files[0]!, { pattern: encoding }) : tril.loadBpe(files[1]!);
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

testCases({ ...areas.tokens, ...areas.border }, operations);

test("every case of the file belongs to an area that is tested", () => {
  const counts = Object.assign({}, ...Object.values(areas)) as Record<string, number>;
  expect(cases.filter(({ area }) => !(area in counts))).toEqual([]);
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(cases.length);
});

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
