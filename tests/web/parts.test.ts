// How a text with its tokens is cut for drawing: nothing is lost, and no character is torn without saying so.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Part, partsOf, stretchesOf, type TokenText } from "../../web/pictures/parts.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
/** The bytes that a part stands for. */
const bytesOf = (part: Part) => (part.kind === "slice" ? part.slice.hex : hexOf(utf8(part.text)));

/** Any text in UTF-8, and places to cut it into tokens, anywhere. */
const anyCut = fc
  .string({ unit: "binary", minLength: 1 })
  .map(utf8)
  .chain((bytes) =>
    fc
      .uniqueArray(fc.integer({ min: 1, max: bytes.length }))
      .map((ends) => [...new Set([...ends, bytes.length])].sort((a, b) => a - b))
      .map((ends): TokenText => ({ bytes, ids: new Uint32Array(ends.length), ends: Uint32Array.from(ends) })),
  );

describe("partsOf", () => {
  test("the parts of a token have its bytes, and a slice says which of the character's", () => {
    fc.assert(
      fc.property(anyCut, ({ bytes, ends }) => {
        for (const [i, end] of ends.entries()) {
          const start = ends[i - 1] ?? 0;
          const parts = partsOf(bytes, start, end);
          expect(parts.map(bytesOf).join(" ")).toBe(hexOf(bytes.subarray(start, end)));
          for (const part of parts) {
            if (part.kind !== "slice") continue;
            const { character, from, to, of, hex } = part.slice;
            expect(hexOf(utf8(character).subarray(from, to))).toBe(hex);
            expect([utf8(character).length, to - from < of]).toEqual([of, true]);
          }
        }
      }),
    );
  });

  test("three bytes of 😀 and what comes before", () => {
    const slice = { character: "😀", from: 0, to: 3, of: 4, hex: "f0 9f 98" };
    expect(partsOf(utf8("a\t😀"), 0, 5)).toEqual([
      { kind: "text", text: "a" },
      { kind: "mark", text: "\t", mark: "⇥" },
      { kind: "slice", slice },
    ]);
    expect(partsOf(utf8("a\t😀"), 5, 6)).toEqual([
      { kind: "slice", slice: { character: "😀", from: 3, to: 4, of: 4, hex: "80" } },
    ]);
  });
});

describe("stretchesOf", () => {
  const tokens = (bytes: Uint8Array, length: number): TokenText => {
    const ends = Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) =>
      Math.min((i + 1) * length, bytes.length),
    );
    return { bytes, ids: new Uint32Array(ends.length), ends: Uint32Array.from(ends) };
  };

  test.each([
    ["lines", "The quick brown fox jumps over the lazy dog.\n".repeat(2000), 5],
    ["one letter", "a".repeat(100_000), 7],
    ["Chinese without spaces", "你好世界".repeat(10_000), 2],
    ["one line of words", "words and words ".repeat(10_000), 4],
    ["nothing", "", 1],
    ["a character", "a", 1],
  ])("%s: whole and in order, each within bounds, never inside a character", (_, text, length) => {
    const bytes = utf8(text);
    const whole = tokens(bytes, length);
    const stretches = stretchesOf(whole);
    let [token, byte] = [0, 0];
    for (const { first, last, start, end } of stretches) {
      expect([first, start]).toEqual([token, byte]);
      expect(whole.ends[last - 1]).toBe(end);
      expect(end - start).toBeLessThan(10_000);
      expect(() =>
        new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(start, end)),
      ).not.toThrow();
      [token, byte] = [last, end];
    }
    expect([token, byte]).toEqual([whole.ids.length, bytes.length]);
  });
});
