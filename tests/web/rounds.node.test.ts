import { expect, test } from "vitest";
import { load } from "../../web/core/index.ts";
import { memorySize } from "./memory.ts"; // before the module starts

const tril = await load();

test("a hundred thousand rounds leave the heap where it was", { timeout: 300_000 }, () => {
  const files = [
    "minbpe v1\n\n1\n<|x|> 300\n104 101\n108 108\n256 257\n",
    tril.trainBpe("the cat in the hat", { vocabSize: 270, pattern: "gpt2" }).save("huggingface"),
  ];
  const round = (i: number) => {
    const text = "hello <|x|> 😀".repeat(1 + (i % 5));
    const tokenizer = tril.loadBpe(files[i % 500 === 0 ? 1 : 0]!);
    const ids = tokenizer.encode(text, { special: "all" });
    if (tokenizer.decode(ids) !== text) throw new Error(`round ${i}: the text does not come back`);
    if (i % 10 === 0) expect(() => tokenizer.decode([9999])).toThrow("9999");
    tokenizer.dispose();
  };
  for (let i = 0; i < 100; i++) round(i);
  const before = memorySize();
  for (let i = 0; i < 100_000; i++) round(i);
  expect(memorySize()).toBe(before);
});
