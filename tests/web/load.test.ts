// Starting the core, and its life after errors.

import { describe, expect, test } from "vitest";
import { TrilError } from "../../web/core/index.ts";
import { load, ownBytes } from "../../web/core/load.ts";
import { memorySize, withoutGrowth } from "./memory.ts";

describe("load", () => {
  test("gives one shared instance", async () => {
    expect(await load()).toBe(await load());
  });

  test("takes bytes or a compiled module, for an instance of its own", async () => {
    const bytes = await ownBytes();
    for (const source of [bytes, new Uint8Array(bytes), await WebAssembly.compile(bytes)]) {
      const own = await load({ wasm: source });
      expect(own).not.toBe(await load());
      expect([...own.trainBpe("aaab", { vocabSize: 257 }).encode("aa")]).toEqual([256]);
    }
  });

  test.each([["not wasm"], [42], [null], [new Uint8Array([0, 1, 2])]])("refuses %s", async (wasm) => {
    await expect(load({ wasm: wasm as never })).rejects.toBeInstanceOf(TrilError);
  });
});

describe("errors", () => {
  test("300,000 in a row leave the module right and its memory as it was", async () => {
    const tril = await load();
    const tokenizer = tril.trainBpe("aaabdaaabac", { vocabSize: 259 });
    const fail = (i: number) => {
      try {
        if (i % 3 === 0) tokenizer.decode([70_000 + i]);
        else if (i % 3 === 1) tril.matmul([[1, 2]], [[3]]);
        else tril.loadBpe("minbpe v1\n\n0\n1 2 3\n");
      } catch (error) {
        return (error as TrilError).code;
      }
      return undefined;
    };
    const codes = ["unknown-id", "bad-shape", "bad-file"];
    let unexpected = 0;
    for (let i = 0; i < 300; i++) fail(i);
    const before = memorySize();
    for (let i = 0; i < 300_000; i++) if (fail(i) !== codes[i % 3]) unexpected++;
    expect(unexpected).toBe(0);
    expect(memorySize()).toBe(before);
    expect([...tokenizer.encode("aaabdaaabac")]).toEqual([258, 100, 258, 97, 99]);
  });

  test("running out of memory is one of them, wherever it happens, and nothing stays behind", async () => {
    const tril = await load({ wasm: withoutGrowth(await ownBytes()) });
    const words = (count: number) =>
      Array.from({ length: count }, (_, i) => `w${(i * 7919) % 90_001}`).join(" ");
    const [short, long] = [words(20_000), words(700_000)];
    const pattern = "gpt2";
    const tokenizer = tril.trainBpe(short, { vocabSize: 1000, pattern });
    const ids = tokenizer.encode(short);
    const file = tokenizer.save("minbpe");
    const square = tril.matrix([new Float32Array(2 ** 21)]);
    const attempts = [
      () => tokenizer.encode(long),
      () => tokenizer.encodeSteps(long.slice(0, 1_000_000)),
      () => tril.split(long, pattern),
      () => tril.trainBpe(long, { vocabSize: 1000, pattern }),
      () => tril.loadBpe(`${new TextDecoder().decode(file)}${"1 2\n".repeat(2_000_000)}`),
      () => tril.transpose(square),
    ];
    const codeOf = (attempt: () => unknown) => {
      try {
        attempt();
      } catch (error) {
        return (error as TrilError).code;
      }
      return "none";
    };
    // Each attempt fills the memory first: had it left that behind, nothing would work after it.
    for (let round = 0; round < 2; round++) {
      for (const attempt of attempts) expect(codeOf(attempt)).toBe("out-of-memory");
      expect(tokenizer.encode(short)).toEqual(ids);
    }
    // A trainer that memory ran out on is lost, and says so.
    const trainer = tril.trainer(short, { vocabSize: 50_000 });
    expect(codeOf(() => trainer.advance(50_000))).toBe("out-of-memory");
    expect(codeOf(() => trainer.advance(1))).toBe("disposed");
    trainer.dispose();
    expect(tril.trainBpe(short, { vocabSize: 1000, pattern }).encode(short)).toEqual(ids);
  });
});
