// The pictures of the built lessons: where numbers come from, the keyboard, undo, saving, and what axe says.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { RunOptions } from "axe-core";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, open, wake } from "./chromium.ts";
import { type Served, serve, sitePolicy } from "./server.ts";

const root = join(import.meta.dirname, "../..");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
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

async function start(slug: string, options = {}) {
  const opened = await open(browser, `${site.url}lessons/${slug}/`, options);
  await wake(opened.page);
  return opened;
}

interface Sum {
  cell: string;
  text: string;
}

/** Moves the focus to every number of every picture, and reads the sum that is written for it. */
function allSums(page: Page): Promise<Sum[]> {
  return page.evaluate(async () => {
    const sums: { cell: string; text: string }[] = [];
    for (const cell of document.querySelectorAll<HTMLElement>("[data-cell][tabindex]:not([role=slider])")) {
      cell.focus();
      await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve));
      const text = cell.closest(".linked-pictures")!.querySelector(".where-from .sum")!.textContent!;
      sums.push({ cell: `${cell.dataset.cell} "${cell.textContent}"`, text });
    }
    return sums;
  });
}

/** Works a written sum out: "e^2 ÷ (e^2 + e^1)", "3·(−1) + 0.5", "5 ÷ √4". */
function evaluate(sum: string): number {
  const code = sum
    .replaceAll("−", "-")
    .replaceAll("·", "*")
    .replaceAll("÷", "/")
    .replaceAll("∞", "Infinity")
    .replaceAll(/√(\d+|\([^()]*\))/g, "Math.sqrt($1)")
    .replaceAll(/\be\^(\(?-?[\w.]+\)?)/g, "Math.exp($1)")
    .replaceAll(/\b(sin|cos)\b/g, "Math.$1")
    .replaceAll("^", "**");
  return new Function(`return ${code}`)();
}

describe.each(slugs.filter((slug) => slug !== "train-bpe"))("lesson %s", (slug) => {
  test("every number says where it comes from, and the written sum gives that number", async () => {
    const { page, close } = await start(slug);
    const sums = await allSums(page);
    expect(sums.length).toBeGreaterThan(8);
    let computed = 0;
    for (const { cell, text } of sums) {
      const [shown, ...parts] = text.split(" = ");
      expect(shown, cell).toMatch(/\d|∞|NaN/);
      if (parts.length === 0) continue; // a given number
      computed++;
      const [left, right] = [evaluate(shown!), evaluate(parts.at(-1)!)];
      // The sum is written with four decimals.
      expect(Math.abs(left - right) <= 2e-3 * Math.max(1, Math.abs(left)), `${cell}: ${text}`).toBe(true);
    }
    expect(computed).toBeGreaterThan(0);
    await close();
  });

  test("axe finds nothing, in both themes", async () => {
    const { page, close } = await start(slug, { bypassCSP: true });
    await page.evaluate(axe);
    const violations = (options: RunOptions) =>
      page.evaluate(async (options) => {
        const { violations } = await (globalThis as unknown as { axe: typeof import("axe-core") }).axe.run(
          document,
          options,
        );
        return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
      }, options);
    expect(await violations({})).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations({ runOnly: ["color-contrast"] })).toEqual([]);
    await close();
  });
});
