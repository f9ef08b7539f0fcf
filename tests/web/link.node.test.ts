// The state in a link: what is packed comes back, and what somebody tampered with is refused in a sentence.

import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { packState, readState } from "../../web/lessons/link.ts";
import { sharedFrom } from "../../web/site/tokenizer/state.ts";

const fragment = (bytes: Uint8Array | string) => `#v1.${Buffer.from(bytes).toString("base64url")}`;
const deflated = (text: string) => fragment(deflateRawSync(text));

describe("a link", () => {
  test("brings back what it was given", async () => {
    const state = { text: "naïve 你好 😀 <b>\u0000", chosen: ["gpt2"], list: [1, 2.5, null] };
    const packed = (await packState(state))!;
    expect(packed).toMatch(/^#v1\.[\w-]+$/);
    expect(await readState(packed)).toEqual(state);
  });

  test("does not take more than a link carries", async () => {
    const random = Array.from({ length: 40_000 }, (_, i) => ((i * 7919) % 65_521).toString(36)).join("");
    expect(await packState({ text: random })).toBeUndefined();
    expect(await packState({ text: "a".repeat(2_000_000) })).toBeUndefined();
  });

  test("another end of an address is no state", async () => {
    for (const other of ["", "#", "#main", "#version", "#v.abc"])
      expect(await readState(other)).toBeUndefined();
  });

  test.each([
    ["another version", "#v2.abcd", "another version"],
    ["nothing in it", "#v1.", "damaged"],
    ["no base64url", "#v1.<script>", "damaged"],
    ["no compressed data", fragment("hello, world"), "damaged"],
    ["no JSON", deflated("{text"), "damaged"],
    ["cut off", deflated(JSON.stringify({ text: "a longer text ".repeat(20) })).slice(0, -8), "damaged"],
    ["no UTF-8", fragment(deflateRawSync(Buffer.of(0x22, 0xff, 0x22))), "damaged"],
    ["too long", `#v1.${"A".repeat(40_000)}`, "longer than any"],
    ["small, but huge when unpacked", deflated(`"${"a".repeat(10_000_000)}"`), "holds more than any"],
  ])("%s: refused", async (_, hostile, sentence) => {
    await expect(readState(hostile)).rejects.toThrow(sentence);
  });
});

describe("what it holds", () => {
  const good = { text: "a", chosen: ["own", "gpt2"], special: "all" };

  test("is taken in the page's own order; a vocabulary that was learned only with how", () => {
    expect(sharedFrom(good)).toEqual({ text: "a", chosen: ["gpt2"], special: "all" });
    const own = { text: "b", merges: 3, pattern: "none" };
    expect(sharedFrom({ ...good, own, more: 1 })).toEqual({ ...good, chosen: ["gpt2", "own"], own });
  });

  test.each([
    ["no object", null],
    ["a list", []],
    ["no text", { ...good, text: 1 }],
    ["a vocabulary that there is not", { ...good, chosen: ["gpt9"] }],
    ["an inherited name", { ...good, chosen: ["constructor"] }],
    ["another policy", { ...good, special: "run" }],
    ["merges by the million", { ...good, own: { text: "b", merges: 1e6, pattern: "none" } }],
    ["another pattern", { ...good, own: { text: "b", merges: 1, pattern: "(a+)+$" } }],
  ])("%s: refused", (_, hostile) => {
    expect(() => sharedFrom(hostile)).toThrow("does not know");
  });
});
