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
