// The built site in a real browser, served as a plain web host would, with the strict policy of the README.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languageNames } from "../../web/lessons/cell/languages.ts";
import type { Answer } from "../../web/lessons/lesson.ts";
import { parseLesson } from "../../web/lessons/parse.ts";
import { launch, open, wake } from "./chromium.ts";
import { type Served, serve, sitePolicy } from "./server.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "build/site");
const headers = { "content-security-policy": sitePolicy };
const list = JSON.parse(readFileSync(join(root, "public/lessons/list.json"), "utf8"));
const slugs = Object.values<string[]>(list).flat();
const lessons = slugs.map((slug) => {
  const file = join(root, "public/lessons", `${slug}.md`);
  return parseLesson(file, readFileSync(file, "utf8"));
});

let browser: Browser;
let site: Served;

beforeAll(async () => {
  browser = await launch();
  site = await serve(folder, { headers });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** What HTML of one line says. Maths is left out, since it is set in two dimensions. */
const textOf = (html: string) =>
  html
    .replaceAll(/<math.*?<\/math>.*/g, "")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .trim();

const lessonUrl = (slug: string, served = site) => `${served.url}lessons/${slug}/`;

const others = ["", "terms/", "tokenizer/"];
const pages = slugs.map((slug) => `lessons/${slug}/`);

// The files are the same wherever they lie: under "/" a page of each kind is enough.
describe.each([
  { base: "/", paths: [...others, pages[0]!] },
  { base: "/some/course/", paths: [...others, ...pages] },
])("served under $base", ({ base, paths }) => {
  test.each(paths)("page /%s: no error, no 404", async (path) => {
    const served = await serve(folder, { headers, base });
    const { page, problems, close } = await open(browser, served.url + path);
    await wake(page);
    // The site's Python has tests of its own.
    await page.evaluate(() => localStorage.setItem("tril/language", "js"));
    await page.reload();
    await wake(page);
    for (const cell of await page.locator("[data-island=cell] [data-language=js]").all()) {
      await cell.getByRole("button", { name: "Run", exact: true }).click();
      await cell.getByText("Output", { exact: true }).waitFor();
    }
    expect(problems).toEqual([]);
    expect(served.requests.filter(({ status }) => status >= 400)).toEqual([]);
    await close();
    await served.close();
  });
});

test("the index leads to every lesson, and each lesson to the next", async () => {
  const { page, close } = await open(browser, site.url);
  for (const [i, { title }] of lessons.entries()) {
    if (i === 0) await page.getByRole("link", { name: title }).click();
    else await page.getByRole("navigation", { name: "Lessons" }).getByRole("link", { name: title }).click();
    await expect.poll(() => page.locator("h1").textContent()).toBe(title);
  }
  await close();
});

describe.each(lessons)("lesson $slug", (lesson) => {
  const cells = lesson.blocks.flatMap((block) => (block.type === "code" ? block.versions : []));
  const exercises = lesson.blocks.filter((block) => block.type === "exercise");

  test("reads well without JavaScript: prose, code, its output, the first picture", async () => {
    const { page, close } = await open(browser, lessonUrl(lesson.slug), { javaScriptEnabled: false });
    const text = (await page.locator("main").innerText()).replaceAll(/\s+/g, " ");
    for (const { code, output } of cells)
      for (const part of [code, output]) expect(text).toContain(part.replaceAll(/\s+/g, " "));
    for (const { question } of exercises) expect(text).toContain(textOf(question));
    expect(await page.locator("[data-island^=picture]").first().innerText()).toMatch(/\d/);
    await close();
  });

  test("every cell prints what the lesson says", async () => {
    const { page, close } = await open(browser, lessonUrl(lesson.slug));
    await wake(page);
    for (const [i, { language, line, output }] of cells.entries()) {
      const cell = page.locator("[data-island=cell] .tril-cell").nth(i);
      if (!(await cell.isVisible()))
        await page.getByRole("tab", { name: languageNames[language] }).first().click();
      await cell.getByRole("button", { name: "Run", exact: true }).click();
      await cell.getByText("Output", { exact: true }).waitFor();
      const message = `public/lessons/${lesson.slug}.md:${line}: the output is not what the cell prints`;
      await expect.poll(() => cell.locator(".tril-cell-result > pre").innerText(), { message }).toBe(output);
    }
    await close();
  });

  test("every answer is accepted, and every mistake is called by its name", async () => {
    const { page, close } = await open(browser, lessonUrl(lesson.slug));
    await wake(page);
    for (const [i, exercise] of exercises.entries()) {
      const form = page.locator(".exercise").nth(i);
      const give = async (answer: Answer) => {
        if (exercise.kind === "choice")
          await form.getByLabel(String(answer).replaceAll("`", ""), { exact: true }).check();
        else await form.getByRole("textbox").fill([answer].flat().join(" "));
        await form.getByRole("button", { name: "Check" }).click();
        return form.locator(".verdict").innerText();
      };
      const show = async () => {
        await form.getByRole("button", { name: "Show it in the picture" }).click();
        await page.waitForFunction(() => !document.querySelector("[aria-busy=true]")); // the core has come
        await form.getByRole("button", { name: "Check" }).click();
        return form.locator(".verdict").innerText();
      };
      // The mistakes of a picture are checked against their examples when the site is built.
      const mistakes = exercise.kind === "picture" ? [] : exercise.mistakes;
      for (const { answer, says } of mistakes) expect(await give(answer)).toContain(textOf(says));
      const verdict = await (exercise.kind === "picture" ? show() : give(exercise.answer));
      expect(verdict).toContain(textOf(exercise.because));
      expect(await form.locator(".verdict").getAttribute("data-right")).toBe("true");
    }
    await close();
  });

  test("transfers at most 100 kB (brotli) before the first edit", async () => {
    const served = await serve(folder, { headers });
    const { page, close } = await open(browser, lessonUrl(lesson.slug, served));
    await wake(page);
    await page.waitForLoadState("networkidle");
    const paths = [...new Set(served.requests.map(({ path }) => path.replace(/\/$/, "/index.html")))];
    const sizes = paths.map((path) => brotliCompressSync(readFileSync(join(folder, path))).length);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`lesson ${lesson.slug}: ${total} bytes in ${paths.length} files before the first edit`);
    expect(total).toBeLessThanOrEqual(100_000);
    await close();
    await served.close();
  });
});

describe("weighted-mix", () => {
  const grid = (page: Page, table: string) =>
    page.locator(".weighted-mix").getByRole("grid", { name: table });
  /** The cell of a table, by the table's caption and the numbers of row and column from 1. */
  const cell = (page: Page, table: string, row: number, column: number) =>
    grid(page, table).locator(`[data-cell$="/${row - 1}/${column - 1}"]`);
  const rowOf = async (page: Page, table: string, row: number) =>
    (await grid(page, table).getByRole("row").nth(row).getByRole("gridcell").allInnerTexts()).join(" ");
  const findings = (page: Page) => page.locator(".weighted-mix").innerText();

  async function start() {
    const opened = await open(browser, lessonUrl("weighted-mix"));
    await wake(opened.page);
    return opened;
  }

  test("a last weight of 0.25 makes row 3 sum to 0.75, and halves what it took of token 3", async () => {
    const { page, close } = await start();
    expect(await rowOf(page, "Mixed", 3)).toBe("0.75 0.75 1 1");
    await cell(page, "Weights", 3, 3).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("0.25");
    await page.keyboard.press("Enter");
    await expect.poll(() => rowOf(page, "Mixed", 3)).toBe("0.5 0.5 0.75 0.75");
    expect(await findings(page)).toContain("Row 3 sums to 0.75, not 1: no longer an average");
    await page.getByRole("button", { name: "Reset" }).first().click();
    await expect.poll(() => rowOf(page, "Mixed", 3)).toBe("0.75 0.75 1 1");
    await close();
  });

  test("locked rows are shares again after every edit", async () => {
    const { page, close } = await start();
    await page.getByRole("switch", { name: "Rows sum to 1" }).click();
    await cell(page, "Weights", 3, 3).focus();
    await page.keyboard.type("1.5");
    await page.keyboard.press("Enter");
    await expect.poll(() => rowOf(page, "Weights", 3)).toBe("0.125 0.125 0.75");
    expect(await rowOf(page, "Mixed", 3)).toBe("0.875 0.875 1 1");
    expect(await findings(page)).toContain("Row 3 sums to 1: an average");
    await close();
  });

  test("a weight above the diagonal reads the future", async () => {
    const { page, close } = await start();
    await cell(page, "Weights", 1, 2).focus();
    await page.keyboard.type("0.1");
    await page.keyboard.press("Enter");
    await expect.poll(() => findings(page)).toContain("Position 1 reads the future");
    await close();
  });

  test("arrows move, Esc cancels, a bad entry is named and changes nothing", async () => {
    const { page, close } = await start();
    await cell(page, "Weights", 1, 1).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.cell)).toBe(
      "weights/1/1",
    );
    await page.keyboard.type("9");
    await page.keyboard.press("Escape");
    expect(await rowOf(page, "Weights", 2)).toBe("0.5 0.5 0");
    await page.keyboard.press("Enter");
    await page.keyboard.type("half");
    await page.keyboard.press("Enter");
    await expect.poll(() => findings(page)).toContain("“half” is not a number: position 2, t2 stays 0.5.");
    expect(await rowOf(page, "Weights", 2)).toBe("0.5 0.5 0");
    await close();
  });

  test("a block pasted from a spreadsheet fills the table", async () => {
    const { page, close } = await start();
    await cell(page, "Weights", 1, 1).focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "1\t0\t0\n0\t1\t0\n0\t0\t1");
      document.activeElement!.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    });
    await expect.poll(() => rowOf(page, "Mixed", 3)).toBe("1 1 1 1");
    await close();
  });
});

describe("train-bpe", () => {
  async function start() {
    const opened = await open(browser, lessonUrl("train-bpe"));
    await wake(opened.page);
    const picture = opened.page.locator(".train-bpe");
    return {
      ...opened,
      picture,
      text: picture.getByLabel("Text to learn from").locator("textarea"),
      merges: picture.getByLabel("Merges to learn"),
      log: picture.locator(".log li"),
      next: picture.getByRole("button", { name: "Next merge" }),
    };
  }

  test("three merges of the tutorial's text, and the tie in its first round", async () => {
    const { log, picture, close } = await start();
    expect(await log.allInnerTexts()).toEqual([
      "(104, 97) → 256 ha, 3 times. 3 pairs tied; this one comes first.",
      "(256, 112) → 257 hap, 3 times. 2 pairs tied; this one comes first.",
      "(257, 112) → 258 happ, 3 times.",
    ]);
    expect(await picture.locator(".pairs .note", { hasText: "tie" }).count()).toBe(3);
    await close();
  });

  test("another text, stepped forwards and backwards", async () => {
    const { text, log, next, picture, close } = await start();
    await text.fill("aaabdaaabac");
    await expect.poll(() => picture.locator(".final output").innerText()).toBe("258 100 258 97 99");
    const tokens = async () => (await picture.locator(".tokens .id").allInnerTexts()).join(" ");
    const steps = [
      "97 97 97 98 100 97 97 97 98 97 99",
      "256 97 98 100 256 97 98 97 99",
      "257 98 100 257 98 97 99",
      "258 100 258 97 99",
    ];
    expect(await tokens()).toBe(steps[0]);
    for (const step of steps.slice(1)) {
      await next.click();
      await expect.poll(tokens).toBe(step);
    }
    for (const step of steps.slice(0, -1).reverse()) {
      await picture.getByRole("button", { name: "One merge back" }).click();
      await expect.poll(tokens).toBe(step);
    }
    expect(await log.count()).toBe(3);
    await close();
  });

  test("a text with too few pairs stops early and says so; an empty one too", async () => {
    const { text, merges, picture, close } = await start();
    await text.fill("ab");
    await merges.fill("20");
    await expect
      .poll(() => picture.innerText())
      .toContain("1 merge learned. No pair is left, so training ended here.");
    await text.fill("");
    await expect
      .poll(() => picture.innerText())
      .toContain("0 merges learned. No pair is left, so training ended here.");
    await close();
  });

  test("another rule for ties: the merges it learns, and the ids that change", async () => {
    const { log, text, picture, close } = await start();
    await picture.getByText("occurs last", { exact: true }).first().click();
    await expect
      .poll(() => log.allInnerTexts())
      .toEqual([
        "(112, 112) → 256 pp, 3 times. 3 pairs tied; this one comes last.",
        "(97, 256) → 257 app, 3 times. 2 pairs tied; this one comes last.",
        "(104, 257) → 258 happ, 3 times.",
      ]);
    expect(await picture.locator(".rules-compared .note").allInnerTexts()).toEqual([
      "the same ids",
      "the same ids",
      "chosen",
    ]);
    await text.fill("abcab bcab"); // (98, 99), (99, 97) and (97, 98) tie, and then ids differ
    await expect.poll(() => picture.locator(".rules-compared .note").allInnerTexts()).toContain("other ids");
    await close();
  });

  test("markup in a text is shown as text, and a fragment of a character as its bytes", async () => {
    const { page, text, picture, close } = await start();
    await text.fill('<img src=x onerror="document.title=1"> 你');
    await expect.poll(() => picture.locator(".tokens").innerText()).toContain("e4");
    expect(await picture.locator(".tokens img").count()).toBe(0);
    expect(await picture.innerText()).not.toContain("\ufffd");
    expect(await page.title()).toContain("Train BPE");
    await close();
  });

  test("a file of 5 MB trains in the background; Stop keeps what was learned", async () => {
    const { merges, picture, close } = await start();
    const line = (i: number) => `${i} The quick brown fox ${(i * 7919) % 9973} jumps over the lazy dog.\n`;
    const file = join(mkdtempSync(join(tmpdir(), "tril-site-")), "book.txt");
    writeFileSync(file, Array.from({ length: 100_000 }, (_, i) => line(i)).join(""));
    expect(statSync(file).size).toBeGreaterThan(5e6);
    await merges.fill("500");
    await picture.locator("input[type=file]").setInputFiles(file);
    await picture.getByText("500 merges learned.").waitFor();

    await merges.fill("2000");
    await picture.getByRole("button", { name: "Stop" }).click();
    await picture.getByText(/\d+ merges? learned\. Training was stopped here/).waitFor();
    await close();
    rmSync(dirname(file), { recursive: true });
  });
});

test("a press counts once, also on a part that is not awake yet", async () => {
  const { page, close } = await open(browser, lessonUrl("positions"));
  await page.waitForFunction(() => customElements.get("tril-lesson"));
  const toggle = page.locator("[data-island=wrong]").getByRole("switch").first();
  const check = page.locator(".exercise .primary").first();
  for (const part of [toggle, check]) await part.evaluate((element: HTMLElement) => element.click());
  await wake(page);
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  expect(await toggle.isChecked()).toBe(true);
  expect(await page.locator(".verdict").first().innerText()).toContain("Type your answer first");
  await close();
});
