// Lessons of the built site inside a page of another origin, by element and by frame, in a sandbox that allows scripts
// and nothing else, and under a strict policy of that page.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, FrameLocator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, open } from "./chromium.ts";
import { type Served, serve, sitePolicy } from "./server.ts";

declare global {
  var told: { type: string; from: string; detail: Record<string, unknown> }[];
}

const names = ["weighted-mix", "causal-mask", "train-bpe"];

let browser: Browser;
let site: Served;
let host: Served;
let folder: string;
let page: Page;
let problems: string[];

beforeAll(async () => {
  browser = await launch();
  site = await serve(join(import.meta.dirname, "../../build/site"), {
    base: "/tril/",
    // A frame of opaque origin asks as a stranger does, so the host has to allow strangers.
    headers: { "content-security-policy": sitePolicy, "access-control-allow-origin": "*" },
  });
  folder = await mkdtemp(join(tmpdir(), "tril-host-"));
  const listen = `for (const type of ["ready", "change", "check", "complete", "resize", "error"])
      document.addEventListener("tril:" + type, ({ target, detail }) =>
        told.push({ type, from: target.id, detail }));
    var told = [];
    addEventListener("message", ({ data, origin }) => {
      if (String(data?.type).startsWith("tril:") && origin === "null") told.push({ ...data, from: "message" });
    });`;
  const elements = names.map(
    (name) => `<tril-lesson id="${name}" lesson="${name}" sandbox="allow-scripts">A lesson.</tril-lesson>`,
  );
  const frames = names.map(
    (name) =>
      `<iframe id="${name}-frame" sandbox="allow-scripts" src="${site.url}lessons/${name}/?part=all"></iframe>`,
  );
  const head = '<!doctype html><title>Course</title><link rel="icon" href="data:,">';
  await writeFile(join(folder, "listen.js"), listen);
  await writeFile(
    join(folder, "index.html"),
    `${head}<script src="listen.js"></script><script src="${site.url}embed.js" async></script>
     ${elements.join("")}${frames.join("")}
     <tril-lesson id="bad" lesson="no-such-lesson">Come back later.</tril-lesson>
     <tril-lesson id="worse" src="javascript:alert(1)">Nothing here.</tril-lesson>
     <tril-lesson id="part" lesson="weighted-mix" part="picture" theme="dark" readonly title="Mix"></tril-lesson>`,
  );
  const address = new URL(site.url).origin;
  host = await serve(folder, {
    headers: {
      "content-security-policy": `default-src 'none'; script-src 'self' ${address}; frame-src ${address}; img-src data:`,
    },
  });
  ({ page, problems } = await open(browser, host.url));
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await host?.close();
  await rm(folder, { recursive: true, force: true });
});

const element = (id: string) => page.locator(`#${id}`).locator("iframe").contentFrame();
/** What the page outside has heard. */
const heard = (type: string, from: string): Promise<typeof told> =>
  page.evaluate(([type, from]) => told.filter((one) => one.type === type && one.from === from), [
    type,
    from,
  ] as const);

async function alive(lesson: FrameLocator) {
  const picture = lesson.locator("[data-island=picture]").first();
  await picture.scrollIntoViewIfNeeded();
  await lesson.locator("[data-island=picture][data-ready]").first().waitFor();
}

test.each(names)("the element %s: there, alive, and as high as its content", async (name) => {
  await page.locator(`#${name}`).scrollIntoViewIfNeeded();
  await alive(element(name));
  await expect.poll(() => heard("ready", name)).toHaveLength(1);
  const height = () => page.locator(`#${name}`).evaluate((element) => element.clientHeight);
  const content = () =>
    element(name)
      .locator("body")
      .evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
  await expect.poll(async () => (await height()) - (await content())).toBe(0);
  expect(await height()).toBeGreaterThan(500);
});

test.each(names)("the frame %s: alive, and tells its height", async (name) => {
  await page.locator(`#${name}-frame`).scrollIntoViewIfNeeded();
  await alive(page.frameLocator(`#${name}-frame`));
  const sizes = await heard("tril:resize", "message");
  expect(sizes.every(({ detail }) => Number(detail.height) > 0)).toBe(true);
  expect(sizes.length).toBeGreaterThan(0);
});

test("cells run in both languages", async () => {
  await page.locator("#weighted-mix").scrollIntoViewIfNeeded();
  const lesson = element("weighted-mix");
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
});

test("the page outside hears of changes, answers, and the end", async () => {
  const lesson = element("weighted-mix");
  const cell = lesson.locator("td.editable").first();
  await cell.click();
  await page.keyboard.press("Enter");
  await page.keyboard.type("0.5");
  await page.keyboard.press("Enter");
  await expect.poll(() => heard("change", "weighted-mix")).not.toEqual([]);
  const [change] = await heard("change", "weighted-mix");
  expect(change!.detail).toMatchObject({
    lesson: "weighted-mix",
    picture: "picture-1",
    values: {
      weights: [
        [0.5, 0, 0],
        [0.5, 0.5, 0],
        [0.25, 0.25, 0.5],
      ],
    },
  });

  const [first, second] = [lesson.locator(".exercise").nth(0), lesson.locator(".exercise").nth(1)];
  for (const answer of ["Row 1 is never mixed", "Its weights are 1, 0, 0"]) {
    await second.getByLabel(answer).check();
    await second.getByRole("button", { name: "Check" }).click();
  }
  expect(await heard("complete", "weighted-mix")).toEqual([]);
  await first.getByRole("textbox").fill("0.75 0.75 1 1");
  await first.getByRole("button", { name: "Check" }).click();
  await expect.poll(() => heard("complete", "weighted-mix")).toHaveLength(1);
  const [wrong, right] = await heard("check", "weighted-mix");
  expect(wrong!.detail).toMatchObject({
    correct: false,
    mistake: expect.stringContaining("same product"),
    attempts: 1,
  });
  expect(right!.detail).toMatchObject({
    lesson: "weighted-mix",
    correct: true,
    attempts: 2,
    statement: {
      verb: { id: "http://adlnet.gov/expapi/verbs/answered" },
      result: { success: true, response: "Its weights are 1, 0, 0", score: { scaled: 1 } },
    },
  });
});

test("a part alone, dark, and only to look at", async () => {
  await page.locator("#part").scrollIntoViewIfNeeded();
  const lesson = element("part");
  await alive(lesson);
  expect(await page.locator("#part iframe").getAttribute("title")).toBe("Mix");
  expect(await lesson.locator("h1, .prose, .tril-cell, .exercise").filter({ visible: true }).count()).toBe(0);
  expect(await lesson.locator("html").evaluate((html) => getComputedStyle(html).colorScheme)).toBe("dark");
  await page.locator("#part").evaluate((element) => element.setAttribute("theme", "light"));
  await expect
    .poll(() => lesson.locator("html").evaluate((html) => getComputedStyle(html).colorScheme))
    .toBe("light");
  const cell = lesson.locator("td.editable").first();
  await cell.click();
  await page.keyboard.press("Enter");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await lesson.getByText("numbers stay as they are").waitFor();
  expect(await cell.innerText()).toBe("1");
});

describe("what cannot be shown", () => {
  test("leaves the author's own text there", async () => {
    await page.locator("#worse").scrollIntoViewIfNeeded();
    await expect.poll(() => heard("error", "worse")).toHaveLength(1);
    expect(await page.getByText("Nothing here.").isVisible()).toBe(true);
    await page.locator("#bad").scrollIntoViewIfNeeded();
    await expect.poll(() => site.requests.filter(({ status }) => status === 404).length).toBeGreaterThan(0);
    expect(await page.getByText("Come back later.").isVisible()).toBe(true);
  });
});

test("messages that are no lesson's, or forged, are not heard", async () => {
  const before = await page.evaluate(() => told.length);
  await page.evaluate(() => {
    const hostile = [
      { type: "tril:resize", v: 1, detail: { height: 9999 } },
      { type: "tril:complete", v: 1, detail: { lesson: "weighted-mix" } },
      { type: "tril:resize", v: 2, detail: { height: 9999 } },
      { type: "constructor", v: 1 },
      { type: "tril:ready" },
      "tril:ready",
      null,
      42,
    ];
    for (const message of hostile) postMessage(message, "*");
  });
  await page.waitForTimeout(300);
  expect(await page.evaluate((before) => told.slice(before), before)).toEqual([]);
});

test("the page around it keeps its globals and its looks, and its policy holds", async () => {
  const look = await page.evaluate(() => {
    const { fontFamily, color, backgroundColor, margin } = getComputedStyle(document.body);
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const fresh = new Set(Object.getOwnPropertyNames(frame.contentWindow));
    const { body, defaultView } = frame.contentDocument!;
    const plain = defaultView!.getComputedStyle(body);
    const same =
      fontFamily === plain.fontFamily &&
      color === plain.color &&
      backgroundColor === plain.backgroundColor &&
      margin === plain.margin;
    frame.remove();
    const added = Object.getOwnPropertyNames(globalThis).filter(
      (name) => !fresh.has(name) && !/^\d+$/.test(name),
    );
    return { same, added };
  });
  expect(look.same).toBe(true);
  // `told` is the host's own; what begins with __ is the test's driver.
  expect(look.added.filter((name) => name !== "told" && !name.startsWith("__"))).toEqual([]);
  expect(problems.filter((text) => !text.includes("404"))).toEqual([]);
});
