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
  console.log("From a key to the repainted page, in ms. The browser rounds to 8, and tells none below 16.");
  console.log(
    "Typing a digit repaints one cell: what is left to the browser, and to this machine, at least.",
  );
  print("lesson", "edit: median", "slowest", "our work", "typing: median");
  for (const slug of Object.values<string[]>(list).flat()) await edit(browser, site, slug);
  await train(browser, site);
  await browser.close();
  await site.close();
}

function print(lesson: string, ...columns: string[]): void {
  console.log(lesson.padEnd(20) + columns.map((column) => column.padStart(16)).join(""));
}

/** Edits a cell of every table again and again: Enter takes what was typed, and what depends on it is painted anew. */
async function edit(browser: Browser, site: Served, slug: string): Promise<void> {
  const { page, close } = await open(browser, `${site.url}lessons/${slug}/`);
  await wake(page);
  const cells = page.locator(
    ".live:not(.wrong) table:has(td.editable) tr:first-of-type td.editable:first-of-type",
  );
  const count = await cells.count();
  if (count === 0) return close();
  await cells.first().focus();
  await page.waitForTimeout(1500); // the core is loaded
  await page.evaluate(() => {
    globalThis.keys = [];
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as PerformanceEventTiming[])
        if (entry.name === "keydown") {
          const { startTime: start, duration, processingStart, processingEnd } = entry;
          globalThis.keys.push({ start, duration, work: processingEnd - processingStart });
        }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const press = async (name: string, key: string) => {
    await page.waitForTimeout(50);
    await page.evaluate((name) => performance.mark(name), name);
    await page.keyboard.press(key);
    await page.waitForTimeout(50);
  };
  for (let i = 0; i < edits; i++) {
    await cells.nth(i % count).focus();
    await page.keyboard.press("Enter");
    await press("type", String((i % 9) + 1));
    await press("take", "Enter");
  }
  // The key that is meant is the first one after its mark; one that is not told was shorter than 16 ms.
  const told = await page.evaluate(() =>
    ["type", "take"].map((name) =>
      performance
        .getEntriesByName(name)
        .map(({ startTime }) =>
          globalThis.keys.find(({ start }) => start >= startTime && start < startTime + 50),
        ),
    ),
  );
  const [typed, taken] = told.map((keys) => sorted(keys.map((key) => key?.duration ?? 0)));
  const work = sorted(told[1]!.flatMap((key) => key?.work ?? []));
  const written = (duration: number) => (duration === 0 ? "< 16" : `${duration}`);
  const middle = (durations: number[]) => written(durations[durations.length >> 1]!);
  print(
    slug,
    middle(taken!),
    written(taken!.at(-1)!),
    work.length === 0 ? "" : work[work.length >> 1]!.toFixed(1),
    middle(typed!),
  );
  await close();
}

function sorted(numbers: number[]): number[] {
  return numbers.sort((a, b) => a - b);
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
