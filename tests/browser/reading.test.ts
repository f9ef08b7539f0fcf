// How lessons read: on narrow screens, with large text, by keyboard alone, without motion, and on paper.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, wake } from "./chromium.ts";
import { type Served, serve, sitePolicy } from "./server.ts";

const root = join(import.meta.dirname, "../..");
const list = JSON.parse(readFileSync(join(root, "public/lessons/list.json"), "utf8"));

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

const a4 = 718; // the width of the page between the usual margins, in CSS pixels

/** How wide the page would have to be scrolled, beyond the screen. */
const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Texts that do not fit the box they stand in, and are cut off. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main button, main label, main legend, main summary, main th")]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).overflow !== "visible")
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent),
  );

/** Everything that moves, or would when it is used. */
const moving = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element);
        return animationName !== "none" || transitionDuration.split(", ").some((time) => time !== "0s");
      })
      .map((element) => element.className),
  );

/** Goes through the page by Tab, and tells what it never reached, and what did not show that it had the focus. */
async function tabThrough(page: Page): Promise<{ missed: string[]; unmarked: string[] }> {
  await page.evaluate(() => {
    const stops = [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, input, select, textarea, summary, [tabindex]",
      ),
    ];
    globalThis.missed = new Set(
      stops.filter((stop) => stop.checkVisibility({ visibilityProperty: true }) && stop.tabIndex >= 0),
    );
    globalThis.unmarked = [];
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
  });
  const step = () =>
    page.evaluate(() => {
      const active = document.activeElement as HTMLElement;
      if (active === document.body) return false;
      const name = `${active.tagName} ${active.className} ${active.dataset.cell ?? active.textContent?.slice(0, 30)}`;
      // The mark may be around it: of code, of a hidden radio button's label, of a bar in a drawing.
      const around = [active, active.nextElementSibling, active.closest(".tril-cell-code")];
      const isMarked = around.some((element) => element && getComputedStyle(element).outlineStyle !== "none");
      if (!isMarked && !active.matches("g.shown")) globalThis.unmarked.push(name);
      globalThis.missed.delete(active);
      // Of radio buttons with one name, one is a stop.
      if (active instanceof HTMLInputElement && active.type === "radio")
        for (const other of globalThis.missed)
          if (other instanceof HTMLInputElement && other.name === active.name)
            globalThis.missed.delete(other);
      return true;
    });
  do await page.keyboard.press("Tab");
  while (await step());
  // Code that got the focus may be an editor by now, in the place of what was a stop before.
  return page.evaluate(() => ({
    missed: [...globalThis.missed]
      .filter((stop) => stop.checkVisibility())
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    unmarked: globalThis.unmarked,
  }));
}

declare global {
  var missed: Set<HTMLElement>;
  var unmarked: string[];
}

test.each(Object.values<string[]>(list).flat())("lesson %s", async (slug) => {
  const { page, close } = await open(browser, `${site.url}lessons/${slug}/`, {
    reducedMotion: "reduce",
    colorScheme: "dark",
  });
  await wake(page);
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    expect.soft(await overhang(page), `${width} px wide`).toBeLessThanOrEqual(0);
  }
  expect.soft(await moving(page)).toEqual([]);
  expect.soft(await tabThrough(page)).toEqual({ missed: [], unmarked: [] });

  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  expect.soft(await overhang(page), "text of 200 %").toBeLessThanOrEqual(0);
  expect.soft(await cutOff(page)).toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = ""));

  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: a4, height: 1000 });
  const paper = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.documentElement);
    const wide = [...document.querySelectorAll<HTMLElement>(".scroll, pre")]
      .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
      .map(({ textContent }) => textContent?.slice(0, 40));
    const pressable = [...document.querySelectorAll<HTMLElement>("main button:not(.term, .chip, .log *)")]
      .filter((button) => button.checkVisibility())
      .map(({ textContent }) => textContent);
    return { color, backgroundColor, wide, pressable };
  });
  expect.soft(paper).toEqual({
    color: "rgb(32, 33, 31)",
    backgroundColor: "rgb(255, 255, 255)",
    wide: [],
    pressable: [],
  });
  await close();
});
