// How fast the pages of lessons answer, in a real browser: from a key to the repainted pictures, by the browser's
// own event timing; and how long the page stands still while its worker trains on a file of 5 MB.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright";
import { launch, open, wake } from "../browser/chromium.ts";
import { type Served, serve } from "../browser/server.ts";

const root = join(import.meta.dirname, "../..");
const edits = 40;
const merges = 500;

declare global {
  var gaps: number[];
  var keys: { start: number; duration: number; work: number }[];
}

export async function run(): Promise<void> {
  const site = await serve(join(root, "build/site"));
  const browser = await launch();
  const list = JSON.parse(readFileSync(join(root, "public/lessons/list.json"), "utf8"));
  for (const slug of Object.values<string[]>(list).flat()) await edit(browser, site, slug);
  await train(browser, site);
  await browser.close();
  await site.close();
}

/** Edits a cell again and again: Enter takes what was typed, and every picture that depends on it is painted anew. */
async function edit(browser: Browser, site: Served, slug: string): Promise<void> {
  const { page, close } = await open(browser, `${site.url}lessons/${slug}/`);
  await wake(page);
  const cell = page.locator(".live td.editable").first();
  if ((await cell.count()) === 0) return close();
  await cell.focus();
  await page.waitForTimeout(1500); // the core is loaded
  await page.evaluate(() => {
    globalThis.keys = [];
    // Shorter ones than 16 ms are not told; a key that is not told was that short.
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as PerformanceEventTiming[])
        if (entry.name === "keydown") {
          const { startTime: start, duration, processingStart, processingEnd } = entry;
          globalThis.keys.push({ start, duration, work: processingEnd - processingStart });
        }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  for (let i = 0; i < edits; i++) {
    await page.keyboard.press("Enter");
    await page.keyboard.type(String((i % 9) + 0.5));
    await page.waitForTimeout(50);
    await page.evaluate(() => performance.mark("take"));
    await page.keyboard.press("Enter");
    await page.waitForTimeout(50);
  }
  const { takes, keys } = await page.evaluate(() => ({
    takes: performance.getEntriesByName("take").map(({ startTime }) => startTime),
    keys: globalThis.keys,
  }));
  // The key that took what was typed is the first one after its mark.
  const told = takes.flatMap((take) => keys.find(({ start }) => start >= take && start < take + 50) ?? []);
  const durations = takes.map((_, i) => told[i]?.duration ?? 0).sort((a, b) => a - b);
  const middle = durations[edits >> 1]!;
  const works = told.map(({ work }) => work).sort((a, b) => a - b);
  console.log(
    `${slug}: an edit is painted after ${middle === 0 ? "less than 16" : middle} ms (median of ${edits}; ` +
      `${edits - told.length} took less than 16 ms, the slowest ${durations.at(-1)} ms)` +
      (works.length > 0 ? `, with ${works[works.length >> 1]!.toFixed(1)} ms of work` : ""),
  );
  await close();
}

async function train(browser: Browser, site: Served): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tril-bench-"));
  const file = join(folder, "text.txt");
  const line = (i: number) => `${i} The quick brown fox ${(i * 7919) % 9973} jumps over the lazy dog.\n`;
  writeFileSync(file, Array.from({ length: 100_000 }, (_, i) => line(i)).join(""));
  for (let round = 0; round < 3; round++) {
    const { page, close } = await open(browser, `${site.url}lessons/train-bpe/`);
    await page.locator("[data-ready] .train-bpe").waitFor();
    await page.getByLabel("Merges to learn").fill(String(merges));
    await page.locator(".train-bpe progress").waitFor({ state: "detached" });
    await page.evaluate(() => {
      globalThis.gaps = [];
      let last = performance.now();
      const frame = (now: number) => {
        globalThis.gaps.push(now - last);
        last = now;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    const before = performance.now();
    await page.locator(".train-bpe input[type=file]").setInputFiles(file);
    await page.locator(".train-bpe progress").waitFor();
    await page.locator(".train-bpe progress").waitFor({ state: "detached", timeout: 120_000 });
    await page.waitForTimeout(300);
    const gaps = await page.evaluate(() => [...globalThis.gaps].sort((a, b) => b - a));
    const worst = gaps.slice(0, 3).map((gap) => `${Math.round(gap)} ms`);
    console.log(
      `5 MB, ${merges} merges in ${Math.round(performance.now() - before)} ms; longest frames ${worst.join(", ")}`,
    );
    await close();
  }
  rmSync(folder, { recursive: true });
}
