// A lesson of the built site inside a page of another origin, in a sandbox that allows scripts and nothing else.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open } from "./chromium.ts";
import { type Served, serve, sitePolicy } from "./server.ts";

let browser: Browser;
let site: Served;
let host: Served;
let folder: string;

beforeAll(async () => {
  browser = await launch();
  site = await serve(join(import.meta.dirname, "../../build/site"), {
    base: "/tril/",
    // A frame of opaque origin asks as a stranger does, so the host has to allow strangers.
    headers: { "content-security-policy": sitePolicy, "access-control-allow-origin": "*" },
  });
  folder = await mkdtemp(join(tmpdir(), "tril-host-"));
  await writeFile(
    join(folder, "index.html"),
    `<!doctype html><title>Course</title><link rel="icon" href="data:,">
     <iframe sandbox="allow-scripts" src="${site.url}lessons/weighted-mix/" width="800" height="900"></iframe>`,
  );
  host = await serve(folder);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await host?.close();
  await rm(folder, { recursive: true, force: true });
});

test("pictures answer, cells run in both languages, and without storage nothing breaks", async () => {
  const { page, problems, close } = await open(browser, host.url);
  const lesson = page.frameLocator("iframe");
  await lesson.locator("[data-island=picture][data-ready]").first().waitFor();
  for (const [name, language] of [
    ["JavaScript", "js"],
    ["Python", "python"],
  ]) {
    const tab = lesson.getByRole("tab", { name: name! }).first();
    await tab.scrollIntoViewIfNeeded();
    await tab.click();
    const cell = lesson.locator(`[data-language=${language}]`).first();
    await cell.getByRole("button", { name: "Run", exact: true }).click();
    await cell.getByText("Done, as expected").waitFor();
  }
  expect(await page.evaluate(() => Object.keys(globalThis).filter((name) => /tril/i.test(name)))).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});
