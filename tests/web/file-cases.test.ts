// Bug reports about tokenizer files.

import { expect } from "vitest";
import { load, type TokenizerFile, TrilError } from "../../web/core/index.ts";
import { areas, type Data, testCases } from "./cases.ts";

const tril = await load();

// GPT-2's alphabet, as the cases' vocabularies begin: for each byte a character, and its value as the id.
let next = 256;
const alphabet = Array.from({ length: 256 }, (_, byte): [string, number] => {
  const visible = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  return [String.fromCharCode(visible ? byte : next++), byte];
});
const vocabulary = (extra: Data) => ({ ...Object.fromEntries(alphabet), ...extra });

/** The lines of a .tiktoken file: the single bytes, and what the case adds. */
function rankLines({ extra, eol }: Data): string {
  const bytes = Array.from({ length: 256 }, (_, byte) => [btoa(String.fromCharCode(byte)), byte]);
  return [...bytes, ...extra].map((line) => line.join(" ") + eol).join("");
}

function check(file: TokenizerFile, options: Data, input: Data, expected: Data): void {
  if (expected.throws) {
    const call = () => tril.loadBpe(file, options);
    expect(call).toThrow(TrilError);
    expect(call).toThrow(expect.objectContaining({ code: "bad-file" }));
    if (expected.message_mentions_line) expect(call).toThrow(/^Line \d+/);
    return;
  }
  using tokenizer = tril.loadBpe(file, options);
  const special = input.mode ?? "error";
  expect(Array.from(tokenizer.encode(input.encode, { special }))).toEqual(expected.ids);
  expect(tokenizer.decode(expected.ids)).toBe(input.encode);
}

testCases(areas.files, {
  load_minbpe: (input, expected) => check(input.model, {}, input, expected),

  load_tiktoken(input, expected) {
    const { raw, file, specials: specialTokens = {} } = input;
    check(raw ?? rankLines(file), { format: "tiktoken", specialTokens }, input, expected);
  },

  load_vocab_merges(input, expected) {
    const { vocab, merges_txt } = input;
    const files = { "vocab.json": JSON.stringify(vocabulary(vocab.extra)), "merges.txt": merges_txt };
    check(files, {}, input, expected);
  },

  load_tokenizer_json(input, expected) {
    const { model, pre_tokenizer } = input;
    const { type, vocab_extra, merges } = model;
    const file = {
      version: "1.0",
      added_tokens: [],
      pre_tokenizer,
      decoder: { type: "ByteLevel" },
      model: { type, vocab: vocabulary(vocab_extra), merges },
    };
    check(JSON.stringify(file), {}, input, expected);
  },
});
