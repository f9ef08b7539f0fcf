// How long the page of a lesson stands still while its worker trains on a file of 5 MB.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, open } from "../browser/chromium.ts";
import { serve } from "../browser/server.ts";

const merges = 500;

declare global {
  var gaps: number[];
}

export async function run(): Promise<void> {
  const site = await serve(join(import.meta.dirname, "../../build/site"));
  const folder = mkdtempSync(join(tmpdir(), "tril-bench-"));
  const file = join(folder, "text.txt");
  const line = (i: number) => `${i} The quick brown fox ${(i * 7919) % 9973} jumps over the lazy dog.\n`;
  writeFileSync(file, Array.from({ length: 100_000 }, (_, i) => line(i)).join(""));
  const browser = await launch();
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
  await browser.close();
  await site.close();
  rmSync(folder, { recursive: true });
}
