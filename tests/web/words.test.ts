// Word tokenizers through the face.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { load, TrilError } from "../../web/core/index.ts";

const tril = await load();
const mouse = "the cat ate the mouse";
const idsOf = (tokenizer: { vocabulary: { word: string; id: number }[] }) =>
  Object.fromEntries(tokenizer.vocabulary.map(({ word, id }) => [word, id]));

describe("the vocabulary", () => {
  test("is sorted by code point, and the unknown token comes last", () => {
    expect(idsOf(tril.trainWords(mouse))).toEqual({ ate: 0, cat: 1, mouse: 2, the: 3, "<unk>": 4 });
    // UTF-16 would sort the emoji before the private character.
    expect(tril.trainWords("é \uE000 😀 Z a").vocabulary.map(({ word }) => word)).toEqual([
      "Z",
      "a",
      "é",
      "\uE000",
      "😀",
      "<unk>",
    ]);
  });

  test("can keep the text's order, and the duplicates that make holes", () => {
    expect(idsOf(tril.trainWords(mouse, { sort: false, unknown: null }))).toEqual({
      the: 0,
      cat: 1,
      ate: 2,
      mouse: 3,
    });
    const slip = tril.trainWords(mouse, { unique: false, unknown: null });
    expect(idsOf(slip)).toEqual({ ate: 0, cat: 1, mouse: 2, the: 4 });
    expect(slip.size).toBe(4);
    expect(() => slip.wordOf(3)).toThrow(expect.objectContaining({ code: "unknown-id" }));
    expect(tril.trainWords(mouse, { unique: false }).idOf("<unk>")).toBe(5);
  });

  test("has the unknown token once, wherever the text has it", () => {
    const tokenizer = tril.trainWords("a <unk> b");
    expect(idsOf(tokenizer)).toEqual({ a: 0, b: 1, "<unk>": 2 });
    expect(tokenizer.unknowns("a <unk> c")).toEqual(["c"]);
  });

  test("can be given, as ids or as a list", () => {
    expect([...tril.loadWords(["a", "b", "<unk>"]).encode("b c")]).toEqual([1, 2]);
    expect([...tril.loadWords({ a: 7, "[UNK]": 3 }, { unknown: "[UNK]" }).encode("b a")]).toEqual([3, 7]);
    for (const bad of [
      { a: 0, b: 0 },
      ["a", "a"],
      [""],
      { a: -1 },
      { a: 0.5 },
      { a: 2 ** 31 },
      [1],
      null,
      "a",
    ])
      expect(() => tril.loadWords(bad as never)).toThrow(TrilError);
  });
});

describe("words", () => {
  test("end at white space of any kind, and with `punctuation` at marks", () => {
    const wordsOf = (text: string, punctuation: boolean) =>
      tril
        .trainWords("", { punctuation })
        .words(text)
        .map(({ word }) => word);
    expect(wordsOf(" no,\u00a0no!\r\n\u3000(don't) 3.5 ", false)).toEqual(["no,", "no!", "(don't)", "3.5"]);
    expect(wordsOf(" no,\u00a0no!", true)).toEqual(["no", ",", "no", "!"]);
    // An accent stays with what it stands on, letter or not.
    expect(wordsOf("e\u0301a !\u0301! \u0301", true)).toEqual(["e\u0301a", "!\u0301", "!", "\u0301"]);
    expect(wordsOf("", true)).toEqual([]);
  });

  test("know their places, and what is unknown", () => {
    const [first, second] = tril.trainWords(mouse).words("😀 the");
    expect(first).toEqual({ word: "😀", id: 4, known: false, start: 0, end: 2, byteStart: 0, byteEnd: 4 });
    expect(second).toEqual({ word: "the", id: 3, known: true, start: 3, end: 6, byteStart: 5, byteEnd: 8 });
  });

  test("of any text: each is a slice of it, and their ids are those of encode", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.constantFrom("cat", "the", " ", ",", "\n", "é", "<unk>")).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, text, fc.boolean(), (training, text, punctuation) => {
        using tokenizer = tril.trainWords(training, { punctuation });
        const wellFormed = text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
        const words = tokenizer.words(text);
        expect([...tokenizer.encode(text)]).toEqual(words.map(({ id }) => id));
        let end = 0;
        for (const word of words) {
          expect(wellFormed.slice(word.start, word.end)).toBe(word.word);
          expect(wellFormed.slice(end, word.start)).toMatch(/^\p{White_Space}*$/u);
          expect(word.word).not.toMatch(/\p{White_Space}/u);
          expect(tokenizer.idOf(word.word)).toBe(word.known ? word.id : undefined);
          end = word.end;
        }
        expect(wellFormed.slice(end)).toMatch(/^\p{White_Space}*$/u);
        expect(tokenizer.unknowns(training)).toEqual([]);
        expect(tokenizer.decode(tokenizer.encode(training))).toBe(
          tokenizer
            .words(training)
            .map(({ word }) => word)
            .join(" "),
        );
      }),
    );
  });

  test("without an unknown token one that is not known is an error that names it", () => {
    const tokenizer = tril.trainWords(mouse, { unknown: null });
    expect(() => tokenizer.encode("the dog")).toThrow(/"dog"/);
    expect(() => tokenizer.encode("the dog")).toThrow(expect.objectContaining({ code: "unknown-token" }));
    expect(tokenizer.idOf("dog")).toBeUndefined();
  });
});

test("arguments of the wrong type are TrilErrors with a sentence", () => {
  const tokenizer = tril.trainWords(mouse);
  for (const call of [
    () => tril.trainWords(5 as never),
    () => tril.trainWords("a", null as never),
    () => tril.trainWords("a", { unknown: 5 as never }),
    () => tril.loadWords({}, null as never),
    () => tokenizer.encode(null as never),
    () => tokenizer.words(undefined as never),
    () => tokenizer.idOf(3 as never),
    () => tokenizer.decode([0.5]),
    () => tokenizer.wordOf(5),
  ])
    expect(call).toThrow(TrilError);
  tokenizer.dispose();
  tokenizer.dispose();
  expect(() => tokenizer.encode("a")).toThrow(expect.objectContaining({ code: "disposed" }));
});
