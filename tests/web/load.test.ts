// Starting the core, and its life after errors.

import { describe, expect, test } from "vitest";
import { load, TrilError } from "../../web/core/index.ts";
import { memorySize } from "./memory.ts";

describe("load", () => {
  test("gives one shared instance", async () => {
    expect(await load()).toBe(await load());
  });

  test("takes bytes or a compiled module, for an instance of its own", async () => {
    const { order, wasm } = await import("#wasm");
    const { unpackBytes } = await import("../../web/core/bytes.ts");
    const bytes = unpackBytes(wasm, order);
    for (const source of [bytes, bytes.buffer, await WebAssembly.compile(bytes)]) {
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
});
