// Every page of the built site, alive, in both themes: axe finds nothing.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindings } from "./axe.ts";
import { launch, open, wake } from "./chromium.ts";
import { type Served, serve, sitePolicy } from "./server.ts";

const root = join(import.meta.dirname, "../..");
const list = JSON.parse(readFileSync(join(root, "public/lessons/list.json"), "utf8"));
const slugs = Object.values<string[]>(list).flat();

let browser: Browser;
let site: Served;

beforeAll(async () => {
  browser = await launch();
  site = await serve(join(root, "build/site"), { headers: { "content-security-policy": sitePolicy } });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test.each(["", "terms/", "tokenizer/", ...slugs.map((slug) => `lessons/${slug}/`)])(
  "axe finds nothing on /%s",
  async (path) => {
    const { page, close } = await open(browser, site.url + path);
    await wake(page);
    expect(await axeFindings(page)).toEqual([]);
    await close();
  },
);

test("axe does find what is wrong", async () => {
  const { page, close } = await open(browser, site.url);
  await page.locator("h1").evaluate((heading) => {
    heading.innerHTML = "<img src='icon.svg'>";
  });
  expect(await axeFindings(page)).toEqual(
    expect.arrayContaining([
      expect.stringContaining("light, image-alt"),
      expect.stringContaining("dark, image-alt"),
    ]),
  );
  await close();
});
