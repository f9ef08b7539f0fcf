// The built site without a network, after one visit: the host is gone, and the browser may not even know it.

import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, wake } from "./chromium.ts";
import { serve, sitePolicy } from "./server.ts";

const folder = join(import.meta.dirname, "../../build/site");
const headers = { "content-security-policy": sitePolicy };

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

/** Visits a page, waits until the browser has kept the site, and takes the host away. */
async function visit(before: (page: Page) => Promise<void> = async () => {}) {
  const site = await serve(folder, { base: "/course/", headers });
  const { page, close } = await open(browser, site.url, { serviceWorkers: "allow" });
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await before(page);
  await site.close();
  return { url: site.url, page, close };
}

const cell = (page: Page, language: string) => page.locator(`[data-language=${language}]`).first();

/** Runs a lesson's first cell in a language, as the lesson has it. */
async function run(page: Page, language: "Python" | "JavaScript") {
  const tab = page.getByRole("tab", { name: language }).first();
  await tab.click();
  const shown = cell(page, language === "Python" ? "python" : "js");
  await shown.getByRole("button", { name: "Run", exact: true }).click();
  await shown.and(page.locator("[data-state=done], [data-state=failed]")).waitFor({ timeout: 30_000 });
  return shown.innerText();
}

test("every page opens, pictures answer, and JavaScript runs", async () => {
  const { url, page, close } = await visit();
  for (const path of ["", "terms/", "tokenizer/", "lessons/train-bpe/"]) {
    await page.goto(url + path);
    expect(await page.locator("h1").count()).toBe(1);
  }
  await page.goto(`${url}lessons/weighted-mix/`);
  await wake(page);
  expect(await run(page, "JavaScript")).toContain("Done, as expected");
  // Python was never used here, so it is not there; and the cell says what to do.
  expect(await run(page, "Python")).toContain("Check the connection");
  await close();
});

test("Python that was used once runs, also where the browser knows that it is offline", async () => {
  const { url, page, close } = await visit(async (page) => {
    await page.goto(new URL("lessons/weighted-mix/", page.url()).href);
    await wake(page);
    expect(await run(page, "Python")).toContain("Done, as expected");
  });
  await page.context().setOffline(true);
  await page.goto(`${url}lessons/weighted-mix/`);
  await wake(page);
  expect(await run(page, "Python")).toContain("Done, as expected");
  await close();
});
