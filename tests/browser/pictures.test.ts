// The pictures of the built lessons: where numbers come from, the keyboard, undo, saving, and what axe says.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

async function start(slug: string, options = {}) {
  const opened = await open(browser, `${site.url}lessons/${slug}/`, options);
  await wake(opened.page);
  return opened;
}

interface Sum {
  cell: string;
  /** What stands in the cell. */
  seen: string;
  text: string;
  /** Whether it stands in a drawing, and not in a table. */
  isDrawn: boolean;
}

/** Every number of the pictures, but for the handles that are dragged: their numbers stand in a table, too. */
const numbers = "[data-cell][tabindex]:not([role=slider])";

/** Moves the focus to every number inside what is selected, and reads the sum that is written for it. */
function allSums(page: Page, inside = "main"): Promise<Sum[]> {
  return page.evaluate(
    async ([inside, numbers]) => {
      const sums: Sum[] = [];
      const all = [...document.querySelectorAll(inside!)].flatMap((part) => [
        ...part.querySelectorAll<HTMLElement>(numbers!),
      ]);
      for (const cell of all) {
        cell.focus();
        await new Promise((resolve) => setTimeout(resolve)); // it has been rendered
        const text = cell.closest(".linked-pictures")!.querySelector(".where-from .sum")!.textContent!;
        const isDrawn = !(cell instanceof HTMLTableCellElement);
        sums.push({ cell: cell.dataset.cell!, seen: cell.textContent!, text, isDrawn });
      }
      return sums;
    },
    [inside, numbers],
  );
}

declare global {
  var cells: HTMLElement[];
  var sums: (string | undefined)[];
}

/**
 * Points at every number, as `point` does it, and reads the sums that are written for them when the event comes. A
 * drawing may have numbers in one place, where a wave meets another: only the one on top can be pointed at.
 */
async function pointAtAll(
  page: Page,
  event: "pointerover" | "click",
  point: (x: number, y: number) => Promise<void>,
): Promise<(string | undefined)[]> {
  await page.evaluate(
    ([event, numbers]) => {
      globalThis.cells = [...document.querySelectorAll<HTMLElement>(numbers!)];
      globalThis.sums = cells.map(() => undefined);
      addEventListener(event!, async ({ target }) => {
        await Promise.resolve(); // it has been rendered
        const index = cells.findIndex((cell) => cell.contains(target as Node));
        const picture = cells[index]?.closest(".linked-pictures");
        if (picture) sums[index] = picture.querySelector(".where-from .sum")!.textContent!;
      });
    },
    [event, numbers],
  );
  /** Brings the next number into the middle of the screen, and says where those of its row can be pointed at. */
  const placesFrom = (start: number) =>
    page.evaluate((start) => {
      const next = sums.indexOf(undefined, start);
      const row = cells[next]?.parentElement;
      cells[next]?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const places: { index: number; x: number; y: number }[] = [];
      let index = next;
      for (; row?.contains(cells[index]!); index++) {
        const cell = cells[index]!;
        const { left, top, width, height } = cell.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const onTop = document.elementFromPoint(x, y);
        if (cell.contains(onTop)) places.push({ index, x, y });
        else if (index > next && !onTop?.closest("[data-cell]")) break; // it is out of view yet
      }
      return { places, end: index };
    }, start);
  // On a machine that is busy a tap may take so long that it is none: so what is missing gets a second one.
  for (const _ of ["first", "second"])
    for (let at = await placesFrom(0); at.end >= 0; at = await placesFrom(at.end))
      for (const { x, y } of at.places) await point(x, y);
  return page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(sums))));
}

/** Works every sum out, and says how many there were. */
function checkSums(sums: Sum[]): number {
  let computed = 0;
  for (const { cell, seen, text } of sums) {
    const [shown, ...parts] = text.split(" = ");
    expect(shown, cell).toMatch(/\d|∞|NaN/);
    if (seen !== "") expect(seen, cell).toContain(shown);
    if (parts.length === 0) continue; // a given number
    computed++;
    const [left, right] = [evaluate(shown!), evaluate(parts.at(-1)!)];
    // The sum is written with four decimals.
    expect(Math.abs(left - right) <= 2e-3 * Math.max(1, Math.abs(left)), `${cell}: ${text}`).toBe(true);
  }
  return computed;
}

/** Every number of a table, and nearly every one of a drawing, has the sum that the keyboard finds. */
function expectSame(pointed: (string | undefined)[], sums: Sum[]) {
  expect(pointed.length).toBe(sums.length);
  for (const [i, { cell, isDrawn, text }] of sums.entries())
    if (!isDrawn || pointed[i] !== undefined) expect(pointed[i], cell).toBe(text);
}

/** Works a written sum out: "e^2 ÷ (e^2 + e^1)", "3·(−1) + 0.5", "5 ÷ √4". */
function evaluate(sum: string): number {
  const code = sum
    .replaceAll("−", "-")
    .replaceAll("·", "*")
    .replaceAll("÷", "/")
    .replaceAll("∞", "Infinity")
    .replaceAll(/√([\d.]+|\([^()]*\))/g, "Math.sqrt($1)")
    .replaceAll(/\be\^(\(?-?[\w.]+\)?)/g, "Math.exp($1)")
    .replaceAll(/\b(sin|cos)\b/g, "Math.$1")
    .replaceAll("^", "**");
  return new Function(`return ${code}`)();
}

// Their pictures show tokens, and no numbers that were calculated.
const textual = new Set(["train-bpe", "encode-decode"]);

// By mouse and by touch it takes minutes to point at every number of every lesson: `npm run walk` does it.
const pointedAt = process.env.TRIL_EVERY_NUMBER
  ? new Set(slugs)
  : new Set(["positions", "query-key-value", "bank-in-context"]);

describe.each(slugs.filter((slug) => !textual.has(slug)))("lesson %s", (slug) => {
  test("every number says where it comes from, and the written sum gives that number", {
    timeout: 180_000,
  }, async () => {
    const { page, close } = await start(slug, { viewport: { width: 1280, height: 1500 } });
    const sums = await allSums(page);
    expect(sums.length).toBeGreaterThan(8);
    expect(checkSums(sums)).toBeGreaterThan(0);
    if (pointedAt.has(slug)) {
      const byMouse = await pointAtAll(page, "pointerover", (x, y) => page.mouse.move(x, y));
      expectSame(byMouse, sums);
    }
    // While a mistake is made on purpose, the sums are those of the mistake.
    for (const wrong of await page.locator(".live.wrong").all()) {
      const toggle = wrong.getByRole("switch");
      await toggle.click();
      await expect.poll(() => page.locator(".live.wrong[data-on=true]").count()).toBe(1);
      checkSums(await allSums(page, ".live.wrong[data-on=true]"));
      await toggle.click();
      await expect.poll(() => page.locator(".live.wrong[data-on=true]").count()).toBe(0);
    }
    await close();
    if (!pointedAt.has(slug)) return;
    const narrow = await start(slug, { hasTouch: true, viewport: { width: 360, height: 1500 } });
    const byTouch = await pointAtAll(narrow.page, "click", (x, y) => narrow.page.touchscreen.tap(x, y));
    expectSame(byTouch, sums);
    await narrow.close();
  });
});

describe("where from?", () => {
  const shown = (page: Page) => page.locator(".where-from").first().innerText();
  const active = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("data-cell"));

  test("by keyboard: Enter goes to the sum, its numbers lead back to the inputs, and Back returns", async () => {
    const { page, close } = await start("softmax-and-scale");
    await page.locator("[data-cell='weights/0/1']").first().focus();
    expect(await shown(page)).toContain("Share that cat takes of sat");
    for (const key of ["Enter", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    expect(await active(page)).toBe("scaled/0/0");
    expect(await shown(page)).toContain("2.5 = 5 ÷ √4");
    for (const key of ["Enter", "Enter"]) await page.keyboard.press(key);
    expect(await active(page)).toBe("scores/0/0");
    expect(await shown(page)).toContain("is given");
    for (const cell of ["scaled/0/0", "weights/0/1"]) {
      await page.getByRole("button", { name: "Back" }).click();
      expect(await active(page)).toBe(cell);
    }
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    expect(await active(page)).toBe("weights/0/1");
    await close();
  });

  test("by mouse: pointing shows the sum, a number in it lights where it stands", async () => {
    const { page, close } = await start("weighted-mix");
    const picture = page.locator(".weighted-mix");
    await picture.locator("[data-cell='mixed/2/1']").hover();
    expect(await shown(page)).toContain("0.75 = 0.25·0 + 0.25·1 + 0.5·1");
    expect(await picture.locator(".cell.source").count()).toBe(6);
    await picture.locator(".where-from .number").nth(3).hover();
    expect(await picture.locator(".cell.traced").getAttribute("data-cell")).toBe("tokens/1/1");
    await picture.locator(".where-from .number").nth(3).click();
    expect(await active(page)).toBe("tokens/1/1");
    await close();
  });

  test("by touch: a tap shows the sum, and says it to those who listen", async () => {
    const { page, close } = await start("dot-product-scores", {
      hasTouch: true,
      viewport: { width: 360, height: 700 },
    });
    await page.locator("[data-cell='scores/0/2']").first().tap();
    expect(await shown(page)).toContain("16 = 3·4 + 1·4");
    expect(await page.locator(".where-from [role=status]").first().textContent()).toContain("16 = 3·4 + 1·4");
    await close();
  });

  test("a cosine is the score divided by both lengths", async () => {
    const { page, close } = await start("dot-product-scores");
    await page.locator(".pick").getByText("cosine", { exact: true }).click();
    await page.locator("[data-cell='cosines/0/2']").first().waitFor();
    await page.locator("[data-cell='cosines/0/2']").first().focus();
    expect(await shown(page)).toContain("0.8944 = 16 ÷ (√10 · √32)");
    expect(evaluate("16 ÷ (√10 · √32)")).toBeCloseTo(0.8944, 4);
    await close();
  });

  test("in letters, where a lesson calculates with letters", async () => {
    const { page, close } = await start("dot-product-scores");
    await page.getByRole("switch", { name: "Letters" }).click();
    const cell = page.locator("[data-cell='scores/0/2']").first();
    await expect.poll(() => cell.innerText()).toBe("a·x + b·y");
    await cell.focus();
    expect(await shown(page)).toContain("16 = a·x + b·y = 3·4 + 1·4");
    await close();
  });
});

describe("editing", () => {
  const vector = (page: Page, row: number) =>
    page.locator(`[data-cell^='vectors/${row}/'].cell`).evaluateAll((cells) =>
      cells
        .slice(0, 2)
        .map((cell) => cell.textContent)
        .join(" "),
    );

  test("undo, redo and reset, by key and by button", async () => {
    const { page, close } = await start("dot-product-scores");
    const cell = page.locator("[data-cell='vectors/0/0']").first();
    await cell.focus();
    for (const value of ["7", "8"]) {
      await page.keyboard.type(value);
      await page.keyboard.press("Enter");
      await expect.poll(() => vector(page, 0)).toBe(`${value} 1`);
    }
    await page.keyboard.press("Control+z");
    expect(await vector(page, 0)).toBe("7 1");
    await page.keyboard.press("Control+y");
    expect(await vector(page, 0)).toBe("8 1");
    await page.getByRole("button", { name: "Undo" }).first().click();
    await page.getByRole("button", { name: "Undo" }).first().click();
    expect(await vector(page, 0)).toBe("3 1");
    await page.getByRole("button", { name: "Redo" }).first().click();
    await page.getByRole("button", { name: "Reset" }).first().click();
    expect(await vector(page, 0)).toBe("3 1");
    await page.getByRole("button", { name: "Undo" }).first().click();
    expect(await vector(page, 0)).toBe("7 1");
    await close();
  });

  test("an arrow is dragged as one step, and moved by arrow keys", async () => {
    const { page, close } = await start("dot-product-scores");
    const handle = page.getByRole("slider", { name: "cat" });
    await handle.scrollIntoViewIfNeeded();
    const box = (await handle.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    for (let i = 1; i <= 8; i++) await page.mouse.move(box.x - 5 * i, box.y - 3 * i);
    await page.mouse.up();
    await expect.poll(() => vector(page, 0)).not.toBe("3 1");
    const score = await page.locator("[data-cell='scores/0/1']").first().innerText();
    expect(score).not.toBe("5");
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect.poll(() => vector(page, 0)).toBe("3 1");
    await handle.focus();
    await page.keyboard.press("Shift+ArrowUp");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => vector(page, 0)).toBe("2.9 2");
    await close();
  });

  test("a block copied from PyTorch is pasted; one with a word that is no number changes nothing", async () => {
    const { page, close } = await start("softmax-and-scale");
    const paste = (text: string) =>
      page.evaluate((text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        document.activeElement!.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
      }, text);
    const scores = () => page.locator("[data-cell^='scores/'].editable").allInnerTexts();
    await page.locator("[data-cell='scores/0/0'].editable").focus();
    await paste("tensor([[1.0000, 0.5000, 0.1000],\n        [2.0000, 2.0000, 2.0000]])");
    await expect.poll(scores).toEqual(["1", "0.5", "0.1", "2", "2", "2", "3", "3", "4"]);
    await paste("9\t9\n9\tnine");
    await expect
      .poll(() => page.locator(".live").first().innerText())
      .toContain("“nine” is not a number: sat, sat stays 2.");
    expect(await scores()).toEqual(["1", "0.5", "0.1", "2", "2", "2", "3", "3", "4"]);
    await close();
  });

  test("what was typed is there after a reload, in the picture and in the exercises", async () => {
    const { page, close } = await start("dot-product-scores");
    await page.locator("[data-cell='vectors/0/0']").first().focus();
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "nine scores" }).fill("5 0 3");
    await expect.poll(() => vector(page, 0)).toBe("7 1");
    await page.reload();
    await wake(page);
    await expect.poll(() => vector(page, 0)).toBe("7 1");
    expect(await page.getByRole("textbox", { name: "nine scores" }).inputValue()).toBe("5 0 3");
    await close();
  });

  test("everything works where nothing may be stored", async () => {
    const { page, problems, close } = await open(browser, "about:blank");
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    });
    await page.goto(`${site.url}lessons/dot-product-scores/`);
    await wake(page);
    await page.locator("[data-cell='vectors/0/0']").first().focus();
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await expect.poll(() => vector(page, 0)).toBe("7 1");
    await page.getByRole("button", { name: "Show it in the picture" }).click();
    await page.getByRole("button", { name: "Check" }).first().click();
    await expect.poll(() => page.locator(".verdict").first().innerText()).toContain("Right");
    expect(problems).toEqual([]);
    await close();
  });
});

describe("saving", () => {
  async function save(page: Page, picture: string, type: string): Promise<{ name: string; bytes: Buffer }> {
    const frame = page.locator("figure.frame").filter({ hasText: picture }).first();
    await frame.locator("summary").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      frame.getByRole("button", { name: type, exact: true }).click(),
    ]);
    await frame.locator("summary").click();
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }

  test("a heat map and a drawing as SVG, PNG and CSV", async () => {
    const { page, close } = await start("dot-product-scores");
    const csv = await save(page, "Scores", "CSV");
    expect(csv.name).toBe("scores.csv");
    expect(csv.bytes.toString()).toBe(",cat,sat,mat\ncat,10,5,16\nsat,5,5,12\nmat,16,12,32\n");
    for (const [picture, texts] of [
      ["Scores", ["16", "mat", "query"]],
      ["The same vectors as arrows", ["cat", "sat", "mat"]],
    ] as const) {
      const svg = (await save(page, picture, "SVG")).bytes.toString();
      const written = await page.evaluate((svg) => {
        const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
        const texts = [...documentElement.querySelectorAll("text")].map((text) => text.textContent);
        return image.decode().then(() => ({ width: image.naturalWidth, height: image.naturalHeight, texts }));
      }, svg);
      expect(written.texts).toEqual(expect.arrayContaining([...texts]));
      const { bytes } = await save(page, picture, "PNG");
      expect(bytes.subarray(1, 4).toString()).toBe("PNG");
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
        2 * written.width,
        2 * written.height,
      ]);
      expect(new Set(bytes).size).toBeGreaterThan(50); // it is not one colour
    }
    await close();
  });
});

test("a mistake made on purpose shows in the picture, and is explained", async () => {
  const { page, close } = await start("softmax-and-scale");
  const sums = () => page.locator("[data-cell^='sums/'].cell").allInnerTexts();
  expect(new Set(await sums())).toEqual(new Set(["1"]));
  const says = page.locator(".wrong .says");
  expect(await says.isVisible()).toBe(false);
  await page.getByRole("switch", { name: "Softmax down the columns" }).click();
  await expect.poll(() => says.isVisible()).toBe(true);
  expect(new Set(await sums())).not.toEqual(new Set(["1"]));
  expect((await sums()).length).toBe(6); // of the picture, and of the one beside the switch
  await close();
});

test("a mistake in a picture is called by its name", async () => {
  const { page, close } = await start("dot-product-scores");
  const form = page.locator(".exercise").first();
  const verdict = async () => {
    await form.getByRole("button", { name: "Check" }).click();
    return form.locator(".verdict").innerText();
  };
  const type = async (values: string[]) => {
    for (const [j, value] of values.entries()) {
      await page.locator(`[data-cell='vectors/1/${j}']`).first().focus();
      await page.keyboard.type(value);
      await page.keyboard.press("Enter");
    }
  };
  expect(await verdict()).toContain("Change the picture first");
  await type(["0", "0"]);
  await expect.poll(verdict).toContain("A vector of zeros scores 0 with everything");
  await type(["-2", "3"]);
  await expect.poll(verdict).toContain("past the right angle");
  await type(["-1", "3"]);
  await expect.poll(verdict).toContain("At a right angle the dot product is 0");
  await close();
});

test("a term explains itself where it stands, by keyboard and without JavaScript", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, close } = await open(browser, `${site.url}lessons/dot-product-scores/`, {
      javaScriptEnabled,
    });
    const explanation = page.locator("#term-query");
    expect(await explanation.isVisible()).toBe(false);
    await page.getByRole("button", { name: "query", exact: true }).focus();
    await page.keyboard.press("Enter");
    expect(await explanation.isVisible()).toBe(true);
    expect(await explanation.innerText()).toContain("query: The vector of the token that asks");
    await page.keyboard.press("Escape");
    expect(await explanation.isVisible()).toBe(false);
    await close();
  }
});

test("the search finds terms and lessons, and says when there is nothing", async () => {
  const { page, close } = await open(browser, site.url);
  await page.getByRole("searchbox").fill("right angle");
  await page.keyboard.press("Enter");
  await page.waitForURL(/terms\/\?q=right\+angle/);
  const entries = page.locator("[data-entry]:visible");
  await expect.poll(() => entries.count()).toBeLessThan(6);
  expect(await entries.allInnerTexts()).toEqual(
    expect.arrayContaining([
      expect.stringContaining("cosine"),
      expect.stringContaining("Scores are dot products"),
    ]),
  );
  await page.locator("[data-search] input").fill("xyzzy");
  await expect.poll(() => page.locator(".nothing").isVisible()).toBe(true);
  await close();
});

test("a lesson with all exercises solved is marked as done", async () => {
  const { page, close } = await start("weighted-mix");
  await page.getByRole("textbox", { name: "What is row 3 of the mix?" }).fill("0.75 0.75 1 1");
  await page.getByLabel("Its weights are 1, 0, 0").check();
  for (const check of await page.getByRole("button", { name: "Check" }).all()) await check.click();
  await page.goto(site.url);
  await expect.poll(() => page.locator("[data-lesson=weighted-mix]").innerText()).toContain("✓ done");
  expect(await page.locator(".done").count()).toBe(1);
  await close();
});
