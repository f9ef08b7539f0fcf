// Tokenizers through the face: what the published ids say, and what must hold for any text.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { load, type TieRule, TrilError } from "../../web/core/index.ts";

const tril = await load();
const happy = () => tril.trainBpe("happily happiness unhappy", { vocabSize: 256 + 3 });

/** Any text, well-formed or not. */
const anyText = fc.string({ unit: "binary" });

describe("training", () => {
  test("the tutorial's text gives the tutorial's merges", () => {
    expect(happy().merges).toEqual([
      { left: 104, right: 97, id: 256, count: 3 },
      { left: 256, right: 112, id: 257, count: 3 },
      { left: 257, right: 112, id: 258, count: 3 },
    ]);
    expect([...happy().encode("unhappily")]).toEqual([117, 110, 258, 105, 108, 121]);
    expect([...happy().encode("dog")]).toEqual([100, 111, 103]);
  });

  test("a trainer shows its working: three pairs tie in round 1", () => {
    const trainer = tril.trainer("happily happiness unhappy", { vocabSize: 256 + 3, rows: 4 });
    expect(trainer.advance(100)).toEqual({ merges: 3, of: 3 });
    expect(trainer.done).toBe(true);
    const rounds = trainer.rounds();
    expect(rounds).toHaveLength(4);
    expect(rounds[0]!.tied).toBe(3);
    expect(rounds[0]!.pairs.map(({ left, right, count }) => [left, right, count])).toEqual([
      [104, 97, 3],
      [97, 112, 3],
      [112, 112, 3],
      [112, 105, 2],
    ]);
    // "happ" covers 4 of the 5 bytes asked for, and the next id the rest.
    expect([...trainer.ids(5)]).toEqual([258, 105]);
    trainer.dispose();
  });

  test("progress is reported, and false stops with what was learned", () => {
    const seen: number[] = [];
    const tokenizer = tril.trainBpe("the cat in the hat, the bat on the mat".repeat(20), {
      vocabSize: 300,
      onProgress: ({ merges, of }) => {
        expect(of).toBe(44);
        seen.push(merges);
        return merges < 3;
      },
    });
    expect(seen.at(-1)).toBe(tokenizer.merges.length);
    expect(tokenizer.merges.length).toBeLessThan(44);
    expect(tokenizer.merges.length).toBeGreaterThanOrEqual(3);
  });

  test("the tie rule decides which of the pairs that tie is merged, and with it the tokens", () => {
    const learned = (tieRule: TieRule) => {
      using tokenizer = tril.trainBpe("happily happiness unhappy", { vocabSize: 259, tieRule });
      return tokenizer.merges.map(({ id }) => tokenizer.decode([id]));
    };
    expect(learned("first")).toEqual(["ha", "hap", "happ"]);
    expect(learned("smallest")).toEqual(["ap", "hap", "happ"]);
    expect(learned("last")).toEqual(["pp", "app", "happ"]);
    expect(() => learned("random" as TieRule)).toThrow('`tieRule` is "first", "smallest" or "last"');
  });

  test("a trainer with nothing to learn is done from the start", () => {
    expect(tril.trainer("", { vocabSize: 300 }).done).toBe(true);
    expect(tril.trainer("abab", { vocabSize: 256 }).done).toBe(true);
  });

  test("twenty thousand special tokens take no more than their share", () => {
    const specialTokens = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`<|${i}|>`, 300 + i]));
    const tokenizer = tril.trainBpe("aaaa", { vocabSize: 300, specialTokens });
    expect([...tokenizer.encode("<|19999|>a", { special: "all" })]).toEqual([20_299, 97]);
  });

  test.each([255, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "300", undefined])(
    "vocabSize %s is refused",
    (vocabSize) => {
      const call = () => tril.trainBpe("text", { vocabSize: vocabSize as number });
      expect(call).toThrow(TrilError);
      expect(call).toThrow(/vocab/i);
    },
  );

  test("an unknown pattern is refused by a sentence that lists the known ones", () => {
    expect(() => tril.split("a", "gpt5" as never)).toThrow(/gpt2.*cl100k.*o200k/);
  });
});

describe("round trips", () => {
  test("decode undoes encode for any text; count, tokens and steps agree with encode", () => {
    const tokenizer = tril.trainBpe("the cat 😀 sat on é the mat 你好 the cat", {
      vocabSize: 280,
      pattern: "gpt2",
    });
    fc.assert(
      fc.property(anyText, (text) => {
        const wellFormed = text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
        const ids = tokenizer.encode(text);
        expect(tokenizer.decode(ids)).toBe(wellFormed);
        expect(tokenizer.count(text)).toBe(ids.length);
        const tokens = tokenizer.tokens(text);
        expect(tokens.map(({ id }) => id)).toEqual([...ids]);
        expect(tokens.map(({ start, end }) => wellFormed.slice(start, end)).join("")).toBe(wellFormed);
        const { pieces, ids: same } = tokenizer.encodeSteps(text);
        expect([...same]).toEqual([...ids]);
        expect(pieces.map(({ start, end }) => wellFormed.slice(start, end)).join("")).toBe(wellFormed);
        const stream = tokenizer.decodeStream();
        expect([...ids].map((id) => stream.push(id)).join("") + stream.end()).toBe(wellFormed);
      }),
    );
  });

  test("steps, applied one by one to the bytes, lead to the ids", () => {
    const tokenizer = happy();
    for (const { bytes, merges, ids } of tokenizer.encodeSteps("happy unhappily").pieces) {
      const now = [...bytes];
      for (const { left, right, id, at } of merges) {
        expect([now[at], now[at + 1]]).toEqual([left, right]);
        now.splice(at, 2, id);
      }
      expect(now).toEqual([...ids]);
    }
  });

  test("a saved tokenizer, loaded again, is the same", () => {
    const tokenizer = tril.trainBpe("low lower lowest newer wider", { vocabSize: 270, pattern: "cl100k" });
    const again = tril.loadBpe(tokenizer.save("minbpe") as Uint8Array);
    fc.assert(
      fc.property(anyText, (text) => {
        expect(again.encode(text)).toEqual(tokenizer.encode(text));
      }),
    );
  });
});

describe("special tokens", () => {
  const tokenizer = tril.trainBpe("aaab", { vocabSize: 257, specialTokens: { "<|end|>": 1000 } });

  test("are refused unless allowed, by a message that names the token", () => {
    expect(() => tokenizer.encode("aa<|end|>")).toThrow(/<\|end\|>/);
    expect([...tokenizer.encode("aa<|end|>", { special: "all" })]).toEqual([256, 1000]);
    expect([...tokenizer.encode("aa<|end|>", { special: ["<|end|>"] })]).toEqual([256, 1000]);
    expect(tokenizer.encode("aa<|end|>", { special: "text" })).toHaveLength(8);
    expect(tokenizer.decode([256, 1000])).toBe("aa<|end|>");
  });

  test("a policy that does not exist is refused", () => {
    expect(() => tokenizer.encode("a", { special: "maybe" as never })).toThrow(TrilError);
  });
});

describe("life and death", () => {
  test("a disposed tokenizer says so; disposing twice is harmless", () => {
    const tokenizer = happy();
    tokenizer.dispose();
    tokenizer.dispose();
    expect(() => tokenizer.encode("a")).toThrow(expect.objectContaining({ code: "disposed" }));
    expect(() => tokenizer.decodeStream()).toThrow(expect.objectContaining({ code: "disposed" }));
  });

  test("results are copies: they outlive the tokenizer and its module's growth", () => {
    const tokenizer = happy();
    const ids = tokenizer.encode("happy");
    tokenizer.dispose();
    tril.trainBpe("ab".repeat(2_000_000), { vocabSize: 258 }).dispose();
    expect([...ids]).toEqual([258, 121]);
  });

  test("arguments of the wrong type are TrilErrors with a sentence", () => {
    const tokenizer = happy();
    for (const call of [
      () => tokenizer.encode(5 as never),
      () => tokenizer.encode(undefined as never),
      () => tokenizer.decode("abc" as never),
      () => tokenizer.decode(null as never),
      () => tokenizer.decode([1.5]),
      () => tokenizer.decode([-1]),
      () => tokenizer.decode([Number.NaN]),
      () => tokenizer.idOf(7 as never),
      () => tokenizer.save("zip" as never),
      () => tril.loadBpe(null as never),
      () => tril.loadBpe("", { format: "zip" as never }),
      () => tril.trainBpe("a", { vocabSize: 300, specialTokens: { x: 1.5 } }),
      () => tril.trainBpe("a", { vocabSize: 300, specialTokens: null as never }),
      () => tril.trainBpe("a", { vocabSize: 300, onProgress: 5 as never }),
      () => tril.trainBpe("a", undefined as never),
      () => tril.trainer("a", null as never),
      () => tril.trainer("a", { vocabSize: 300, rows: -1 }),
      () => tril.trainer("a", { vocabSize: 300 }).advance(Number.NaN),
      () => tril.trainer("a", { vocabSize: 300 }).ids(2 ** 33),
      () => tril.loadBpe("minbpe v1\n\n0\n", null as never),
      () => tril.softmax([[1]], null as never),
      () => tokenizer.encode("a", null as never),
      () => tokenizer.rewind([97], 1n as never),
      () => tokenizer.decode({ length: -1 }),
      () => tokenizer.decode({ length: 1e12 }),
    ]) {
      expect(call).toThrow(TrilError);
      expect(call).toThrow(/ .* /);
    }
  });
});
