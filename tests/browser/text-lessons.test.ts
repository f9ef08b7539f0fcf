// The lessons on the way from text to ids, driven as a learner does.

import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, wake } from "./chromium.ts";
import { type Served, serve, sitePolicy } from "./server.ts";

let browser: Browser;
let site: Served;

beforeAll(async () => {
  browser = await launch();
  const headers = { "content-security-policy": sitePolicy };
  site = await serve(join(import.meta.dirname, "../../build/site"), { headers });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function start(slug: string) {
  const opened = await open(browser, `${site.url}lessons/${slug}/`);
  await wake(opened.page);
  return { ...opened, picture: opened.page.locator(`.live.${slug}`) };
}

test("words-become-ids: unknown words, the hole that duplicates leave, and a sentence without an unknown id", async () => {
  const { page, picture, problems, close } = await start("words-become-ids");
  const ids = async () => (await picture.locator("[data-cell^='ids/']").allTextContents()).join(" ");
  const sentence = picture.getByLabel("Sentence to turn into ids");
  await sentence.fill("the dog ate <img src=x>");
  await expect.poll(ids).toBe("3 4? 0 4? 4?");
  expect(await picture.innerText()).toContain("Lost in the ids: “dog”, “<img”, “src=x>”");
  await sentence.fill("the mouse");
  await expect.poll(ids).toBe("3 2");
  await page.waitForTimeout(800); // so that what follows is undone by itself
  await sentence.fill("the cat");
  await expect.poll(ids).toBe("3 1");
  await picture.getByRole("button", { name: "Undo" }).click();
  await expect.poll(ids).toBe("3 2");
  expect(await sentence.inputValue()).toBe("the mouse");
  const wrong = page.getByRole("switch", { name: "Number all words, equal ones too" });
  await wrong.click();
  await expect.poll(ids).toBe("4 2");
  expect(await picture.locator("[data-cell='vocabulary/0/3'].crossed").count()).toBe(1);
  await wrong.click();
  await page.getByRole("switch", { name: "Do without an id" }).click();
  await sentence.fill("the dog");
  await expect
    .poll(() => picture.innerText())
    .toContain("has no id, and the vocabulary has no unknown token");
  expect(await picture.locator("[data-cell^='ids/']").count()).toBe(0);
  await sentence.fill("");
  await expect.poll(() => picture.innerText()).toContain("The sentence has no words.");
  expect(problems).toEqual([]);
  await close();
});

test("text-is-bytes: any character by its bytes, each byte by keyboard with what it is", async () => {
  const { page, picture, problems, close } = await start("text-is-bytes");
  const bytes = async () => (await picture.locator(".byte > span").allTextContents()).join(" ");
  const text = picture.getByLabel("Text", { exact: true });
  // A lone surrogate becomes U+FFFD, NUL and a byte order mark are characters like others.
  await text.fill("a\u0000\ufeff\ud83d");
  await expect.poll(bytes).toBe("97 0 239 187 191 239 191 189");
  expect(await picture.innerText()).toContain("Characters: 4. Bytes: 8.");
  await text.fill("😀");
  await expect.poll(bytes).toBe("240 159 152 128");
  await picture.locator("[data-cell='bytes/0/0']").focus();
  await page.keyboard.press("ArrowRight");
  const whereFrom = picture.locator(".where-from");
  expect(await whereFrom.innerText()).toContain("goes on with a character that began before it");
  await picture.locator("[data-cell='points/0/0']").focus();
  expect(await whereFrom.innerText()).toContain(
    "128512 = (240 − 240)·262144 + (159 − 128)·4096 + (152 − 128)·64 + (128 − 128)",
  );
  await page.getByRole("switch", { name: "Start from the characters" }).click();
  await expect.poll(() => picture.innerText()).toContain("Cannot be written: 😀");
  await text.fill("");
  await expect.poll(() => picture.innerText()).toContain("An empty text has no bytes, and no tokens.");
  expect(problems).toEqual([]);
  await close();
});

test("encode-decode: the merges of a text one by one, and what the two shortcuts make of it", async () => {
  const { page, picture, problems, close } = await start("encode-decode");
  const tokens = async () => (await picture.locator(".joints .id").allTextContents()).join(" ");
  await picture.getByLabel("Text to encode").fill("there");
  const steps = ["116 104 101 114 101", "116 256 114 101", "116 257 101", "116 259"];
  await expect.poll(tokens).toBe(steps[0]);
  for (const step of steps.slice(1)) {
    await picture.getByRole("button", { name: "Next merge" }).click();
    await expect.poll(tokens).toBe(step);
  }
  await page.getByRole("switch", { name: "Take the longest token first" }).click();
  await expect.poll(() => picture.innerText()).toContain("Ids: 263 114 101 (the · r · e)");
  await page.getByRole("switch", { name: "Take the longest token first" }).click();
  await page.getByRole("switch", { name: "Cut the text at white space" }).click();
  await picture.getByLabel("Text to encode").fill("  Hello  你");
  await expect.poll(() => picture.innerText()).toContain("Decoded: Hello␣你 It is not the text.");
  await page.getByRole("switch", { name: "Cut the text at white space" }).click();
  await expect.poll(() => picture.innerText()).toContain("✓ It is the text");
  expect(await picture.innerText()).not.toContain("\ufffd");
  expect(problems).toEqual([]);
  await close();
});

test("positions: order makes no difference to attention until positions are added", async () => {
  const { page, picture, problems, close } = await start("positions");
  const row = async () => (await picture.locator("td[data-cell^='table/1/']").allTextContents()).join(" ");
  await page.getByRole("switch", { name: "Take i for the number of the column" }).click();
  await expect.poll(row).toBe("0.8415 0.9999 0.0001 1");
  await page.getByRole("switch", { name: "Take i for the number of the column" }).click();
  await expect.poll(row).toBe("0.8415 0.5403 0.0100 0.9999");
  await picture.getByRole("switch", { name: "All sines first" }).click();
  await expect.poll(row).toBe("0.8415 0.0100 0.5403 0.9999");

  const words = page.locator(".live.word-order");
  const output = async () => (await words.locator("td[data-cell^='output/']").allTextContents()).join(" ");
  const rowsOf = (text: string) => text.match(/(\S+ ){3}\S+/g)!;
  const before = rowsOf(await output());
  await words.getByText("dog bites man", { exact: true }).click();
  await expect.poll(async () => rowsOf(await output())).toEqual(before.reverse());
  expect(await words.locator(".findings li").allInnerTexts()).toEqual(
    ["man", "bites", "dog"].map((word) => `“${word}” comes out the same in both sentences.`),
  );
  await words.getByRole("switch", { name: "Add positions" }).click();
  await expect.poll(() => words.innerText()).toContain("“dog” comes out differently in the two sentences.");
  expect(problems).toEqual([]);
  await close();
});

test("cross-attention: shapes follow the sentences, and values of the wrong sentence do not fit", async () => {
  const { page, picture, problems, close } = await start("cross-attention");
  const rowSums = async () => {
    const weights = await picture.locator("td[data-cell^='weights/']").allInnerTexts();
    const width = await picture.locator("td[data-cell^='weights/0/']").count();
    const rows = Array.from({ length: weights.length / width }, (_, i) =>
      weights.slice(i * width, (i + 1) * width),
    );
    return rows.map((row) => row.reduce((sum, share) => sum + Number(share), 0).toFixed(2));
  };
  const shape = async () => [(await rowSums()).length, (await rowSums()).join(" ")];
  expect(await shape()).toEqual([4, "1.00 1.00 1.00 1.00"]);
  await page.getByRole("switch", { name: "Take the values from" }).click();
  await expect.poll(() => picture.innerText()).toContain("It cannot be done.");
  await picture.locator(".slider input").fill("4");
  await expect.poll(() => picture.innerText()).not.toContain("It cannot be done.");
  await page.getByRole("switch", { name: "Take the values from" }).click();
  await picture.locator(".slider input").fill("6");
  await picture.getByText("every day she slowly drinks her", { exact: true }).click();
  await expect.poll(shape).toEqual([6, "1.00 1.00 1.00 1.00 1.00 1.00"]);
  expect(await picture.locator("td[data-cell^='output/']").count()).toBe(12);
  expect(problems).toEqual([]);
  await close();
});

test("bank-in-context: plain products, matrices that serve both sentences, and a word moved by keyboard", async () => {
  const { page, picture, problems, close } = await start("bank-in-context");
  const place = async () => (await picture.locator("td[data-cell^='output/']").allInnerTexts()).join(" ");
  expect(await place()).toBe("7.5 7.5");
  await picture.getByText("a man withdrawing money from a bank", { exact: true }).click();
  await expect.poll(place).toBe("4.5 4.5");
  await picture.locator("[data-cell='query/0/0']").focus();
  await page.keyboard.type("-1");
  for (const key of ["Enter", "ArrowRight", "1", ".", "5", "Enter", "ArrowDown", "0", "Enter"])
    await page.keyboard.press(key);
  await expect.poll(place).toBe("0.5152 3.0057");
  await picture.getByRole("switch", { name: "Measure from the middle" }).click();
  await expect.poll(place).not.toBe("0.5152 3.0057");
  await picture.getByRole("button", { name: "Undo" }).click();
  await expect.poll(place).toBe("0.5152 3.0057");
  await picture.getByRole("slider", { name: "money" }).focus();
  await page.keyboard.press("Shift+ArrowUp");
  await expect.poll(place).not.toBe("0.5152 3.0057");
  await page.getByRole("switch", { name: "Take the vector from the table" }).click();
  await expect.poll(place).toBe("4.5 4.5");
  expect(problems).toEqual([]);
  await close();
});
