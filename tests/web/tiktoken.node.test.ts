// Every id is tiktoken's: for every code point of Unicode in its surroundings, and for random texts.
//
// `npm run ids` takes each code point for itself, 4.4 million texts for each vocabulary. Here most of them stand in
// longer texts: each is between letters, spaces and digits, and alone up to the end of the second plane.

import { get_encoding, type TiktokenEncoding } from "tiktoken";
import { describe, expect, test } from "vitest";
import { load, type Tokenizer } from "../../web/core/index.ts";
import { type Random, randomFrom } from "../random.ts";
import { loadVocabulary } from "./vocabularies.ts";

const tril = await load();
const codePoints = 0x110000;
const each = process.env.TRIL_EACH_CODE_POINT === "1";
const randomTexts = 100_000;

/** Code points that are likely to matter, as ranges. A letter of a script brings its neighbours. */
const ranges: [first: number, last: number][] = [
  [0x00, 0x1f],
  [0x20, 0x40],
  [0x41, 0x7a],
  [0x7b, 0xa0],
  [0xa1, 0x24f],
  [0x2b0, 0x3ff],
  [0x400, 0x52f],
  [0x590, 0x6ff],
  [0x900, 0xdff],
  [0x1100, 0x11ff],
  [0x1e00, 0x1fff],
  [0x2000, 0x206f],
  [0x2070, 0x218f],
  [0x2190, 0x2bff],
  [0x3000, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xd800, 0xdfff], // alone, or by chance a pair
  [0xfb00, 0xfeff],
  [0xfff0, 0xffff],
  [0x10000, 0x1ffff],
  [0xe0000, 0xe01ff],
  [0, 0x10ffff],
];
const words = [
  "'s",
  "'T",
  "'re",
  "'VE",
  "'m",
  "'ll",
  "'\u017f",
  "’s",
  "don't",
  "I'LL",
  " the",
  "Hello",
  "HTMLParser",
  "12345",
  "3.14",
];
const spaces = [
  " ",
  "  ",
  "\t",
  "\n",
  "\r\n",
  "\n\n",
  " \n ",
  "\u00a0",
  "\u0085",
  "\u3000",
  "\u2028",
  "\u200b",
  "\0",
  "\ufeff",
  "    ",
];
const others = [
  "<|endoftext|>",
  "👩‍💻",
  "🏽",
  "e\u0301",
  "नमस्ते",
  "你好",
  "한국",
  "!?",
  "...",
  "//",
  "/\r\n",
  "\ud83d",
  "\udc4b",
];

function textFrom(random: Random): string {
  let text = "";
  for (let left = random(16); left >= 0; left--) {
    const kind = random(8);
    const list = [words, spaces, others][kind];
    if (list) text += list[random(list.length)];
    else {
      const [first, last] = ranges[random(ranges.length)]!;
      for (let left = random(6); left >= 0; left--)
        text += String.fromCodePoint(first + random(last - first + 1));
    }
  }
  return text;
}

/** What surrounds a code point, before and after: it is alone, or between letters, spaces, digits. */
const surroundings = { alone: "", letters: "a", spaces: " ", digits: "1" };

describe.each([
  ["gpt2", "gpt2"],
  ["cl100k", "cl100k_base"],
  ["o200k", "o200k_base"],
] as const)("%s", (name, published) => {
  const tokenizer: Tokenizer = loadVocabulary(tril, name);
  const tiktoken = get_encoding(published as TiktokenEncoding);
  const same = (text: string) => {
    const ids = tokenizer.encode(text, { special: "text" });
    const expected = tiktoken.encode_ordinary(text);
    return ids.length === expected.length && ids.every((id, i) => id === expected[i]);
  };

  test.each(Object.entries(surroundings))("every code point, %s", { timeout: 600_000 }, (where, around) => {
    const together = each || where === "alone" ? 1 : 256;
    const end = each || together > 1 ? codePoints : 0x20000;
    const different: string[] = [];
    for (let first = 0; first < end; first += together) {
      const points = Array.from({ length: together }, (_, i) => String.fromCodePoint(first + i));
      const text = around + points.join(around) + around;
      if (!same(text)) different.push(`from U+${first.toString(16)}`);
    }
    expect(different).toEqual([]);
  });

  test("100,000 random texts", { timeout: 600_000 }, () => {
    const random = randomFrom(2026);
    const different: string[] = [];
    for (let i = 0; i < randomTexts; i++) {
      const text = textFrom(random);
      if (!same(text)) different.push(JSON.stringify(text));
    }
    expect(different).toEqual([]);
  });
});
