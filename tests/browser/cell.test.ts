// Code cells in a real browser: a small page with two cells, built as the site is built and sent with its policy.

import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Cell } from "../../web/lessons/cell/Cell.tsx";
import type { OutputBatch } from "../../web/lessons/cell/messages.ts";
import type { RunOptions, RunResult, Session } from "../../web/lessons/cell/session.ts";
import { bundled } from "../../web/tools/bundled.ts";
import { python } from "../../web/tools/python.ts";
import { launch } from "./chromium.ts";
import { cells } from "./fixtures/cell/cells.ts";
import { type Served, serve, sitePolicy } from "./server.ts";

const headers = { "content-security-policy": sitePolicy };

let folder: string;
let site: Served;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tril-cell-"));
  await build({
    configFile: false,
    root: join(import.meta.dirname, "fixtures/cell"),
    base: "./",
    logLevel: "warn",
    plugins: [
      bundled(),
      python(),
      {
        // The first cell is prerendered and hydrated, the second one is made in the browser.
        name: "prerender",
        transformIndexHtml: (html) => html.replace("<!--first-->", renderToString(h(Cell, cells.first))),
      },
    ],
    build: { outDir: folder, emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false } },
  });
  site = await serve(folder, { headers });
  browser = await launch();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens the page anew; `problems` gathers whatever the browser complains about. */
async function open(url = site.url): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(url);
  await ready(page);
  return { page, problems };
}

const ready = (page: Page) => page.waitForSelector("#second .tril-cell-run:not([disabled])");

const cell = (page: Page, name: "first" | "second") => {
  const root = page.locator(`#${name}`);
  return {
    root,
    code: root.locator(".tril-cell-code > pre"),
    editor: root.locator(".cm-content"),
    edited: async () => (await root.locator(".cm-line").allTextContents()).join("\n"),
    output: root.locator(".tril-cell-result > pre"),
    label: root.locator(".tril-cell-label"),
    status: root.locator(".tril-cell-status"),
    failure: root.locator(".tril-cell-failure"),
    button: (text: string) => root.getByRole("button", { name: text, exact: true }),
    /** Replaces the code as a learner does. */
    async write(code: string) {
      if (await this.code.isVisible()) await this.code.click();
      await this.editor.click();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(code);
    },
  };
};

interface Outcome extends RunResult {
  text: string;
  batches: number;
  hidden: number;
}

/** Runs code in a session of the page, without the cell around it. */
function run(
  page: Page,
  code: string,
  options: { timeLimit?: number; fresh?: boolean } = {},
): Promise<Outcome> {
  return page.evaluate(
    async ([code, options]) => {
      const scope = globalThis as unknown as { newSession(): Promise<Session>; session?: Session };
      scope.session ??= await scope.newSession();
      if (options.fresh) scope.session.restart();
      const batches: OutputBatch[] = [];
      const result = await scope.session.run(code, { ...options, onOutput: (batch) => batches.push(batch) });
      const lines = batches.flatMap(({ lines }) => lines.map(({ text }) => text));
      return {
        ...result,
        text: lines.join("\n"),
        batches: batches.length,
        hidden: batches.at(-1)?.hidden ?? 0,
      };
    },
    [code, options] as const,
  );
}

const ticks = (page: Page) => page.evaluate(() => (globalThis as unknown as { ticks: number }).ticks);

describe("a cell", () => {
  test("shows its code and expected output without JavaScript", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(site.url);
    const { code, output, label, button } = cell(page, "first");
    expect(await code.textContent()).toBe(cells.first.code);
    expect(await code.locator(".tok-keyword").first().textContent()).toBe("const");
    expect(await label.textContent()).toBe("Expected output");
    expect(await output.textContent()).toBe(cells.first.output);
    expect(await button("Run").isDisabled()).toBe(true);
    await context.close();
  });

  test.each(["first", "second"] as const)("runs and prints what it should (%s)", async (name) => {
    const { page, problems } = await open();
    const { root, code, output, label, status, button } = cell(page, name);
    expect(await code.textContent()).toBe(cells[name].code);
    await root.locator(".tok-keyword").first().waitFor();
    expect(await label.textContent()).toBe("Expected output");
    await button("Run").click();
    await root.getByText("Done, as expected").waitFor();
    expect(await status.textContent()).toBe("Done, as expected");
    expect(await label.textContent()).toBe("Output");
    expect(await output.textContent()).toBe(cells[name].output);
    expect(await button("Stop").count()).toBe(0);
    expect(await button("Reset").count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("looks the same when the editor takes the code over", async () => {
    const { page, problems } = await open();
    const { root, code, editor } = cell(page, "first");
    const height = (await code.boundingBox())!.height;
    const colours = (selector: string) =>
      root.locator(selector).evaluateAll((spans) =>
        spans.map((span) => {
          const { left, top } = span.getBoundingClientRect();
          return `${span.textContent} ${getComputedStyle(span).color} ${left.toFixed(1)} ${top.toFixed(1)}`;
        }),
      );
    const before = await colours("pre [class^=tok-]");
    await code.focus();
    await editor.waitFor();
    await expect.poll(() => colours(".cm-content [class^=tok-]")).toEqual(before);
    expect((await root.locator(".cm-editor").boundingBox())!.height).toBe(height);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("an endless loop leaves the page alive, and Stop ends it", async () => {
    const { page, problems } = await open();
    const { root, edited, output, status, button } = cell(page, "first");
    await cell(page, "first").write('print("before");\nwhile (true) {}');
    await page.keyboard.press("Control+Enter");
    await root.getByText("Running …").waitFor();
    await output.getByText("before").waitFor();
    const from = await ticks(page);
    await page.waitForTimeout(400);
    expect((await ticks(page)) - from).toBeGreaterThan(5);
    await button("Stop").click();
    await root.getByText("Stopped").waitFor();
    expect(await output.textContent()).toBe("before");
    expect(await edited()).toBe('print("before");\nwhile (true) {}');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Run");

    await cell(page, "first").write('print("after")');
    await button("Run").click();
    await root.getByText("Done").waitFor();
    expect(await output.textContent()).toBe("after");
    expect(await status.textContent()).toBe("Done");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("goes on from the cells above, which can be run from here, and waits for one that runs", async () => {
    const { page, problems } = await open();
    const [first, second] = [cell(page, "first"), cell(page, "second")];
    expect(await first.button("Run all above").count()).toBe(0);
    await second.write("print(ids, merge);");
    await second.button("Run").click();
    await second.failure.waitFor();
    expect(await second.failure.textContent()).toContain("Run the cells above first");
    await second.write("const more = [...ids, 7]; print(more);");
    for (let again = 0; again < 2; again++) {
      await second.button("Run all above").click(); // with fresh names
      await first.root.getByText("Done, as expected").waitFor();
      await second.button("Run").click();
      await second.root.getByText("Done").waitFor();
      expect(await second.output.textContent()).toBe("[258, 121, 7]");
    }

    await first.write("await new Promise((resolve) => setTimeout(resolve, 5_000));\nvar late = 1;");
    await first.button("Run").click();
    await first.root.getByText("Running …").waitFor();
    await second.write("print(typeof ids, typeof late);");
    await second.button("Run").click();
    await second.root.getByText("Waiting for the cell that runs …").waitFor();
    await first.button("Stop").click();
    expect(await first.status.textContent()).toMatch(/^Stopped\. What the cells had made is gone/);
    await second.root.getByText("Done").waitFor();
    expect(await second.output.textContent()).toBe("undefined undefined");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("the time limit ends a run", async () => {
    const { page } = await open();
    const { root, output, button } = cell(page, "second");
    await cell(page, "second").write('print("before");\nfor (;;) {}');
    await button("Run").click();
    await root.getByText("Stopped after 1.5 s, the time limit").waitFor();
    expect(await output.textContent()).toBe("before");
    await button("Reset").click();
    await button("Run").click();
    await root.getByText("Done, as expected").waitFor();
    await page.context().close();
  });

  test("draws with show(): a matrix, an attention, a tokenizer; prints what has no picture", async () => {
    const { page, problems } = await open();
    const { root, button, output } = cell(page, "first");
    await cell(page, "first").write(`
      const X = [[1, 0], [0, 1]];
      show([[1, 2], [3, Infinity]]);
      show(tril.attend(X, X, X, { heads: 2 }));
      show(tril.trainBpe("aaabdaaabac", { vocabSize: 258 }));
      show("words", [1, [2]]);`);
    await button("Run").click();
    await root.getByText("Done").waitFor();
    const pictures = root.locator(".tril-cell-picture");
    await expect.poll(() => pictures.count()).toBe(5);
    await pictures.nth(4).locator("li").first().waitFor();
    expect(await pictures.nth(0).locator("td").allInnerTexts()).toEqual(["1", "2", "3", "inf"]);
    expect(await pictures.locator("caption").allInnerTexts()).toEqual([
      "Weights of head 1",
      "Weights of head 2",
      "Output",
    ]);
    expect(await pictures.nth(4).locator(".text").allInnerTexts()).toEqual(["aa", "aaa"]);
    expect(await output.textContent()).toBe("words\n[1, [2]]");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("shows an error with its line, and quotes it", async () => {
    const { page } = await open();
    const { failure, button } = cell(page, "second");
    await cell(page, "second").write('print("one");\n\n  missing.thing;');
    await button("Run").click();
    await failure.waitFor();
    expect(await failure.locator("p").allTextContents()).toEqual([
      "Line 3: ReferenceError: missing is not defined",
      "`missing` is made in no cell that has run. Run the cells above first, and look at the spelling.",
    ]);
    expect(await failure.locator("pre").textContent()).toBe("missing.thing;");
    expect(await failure.locator("mark").textContent()).toBe("missing");
    await page.context().close();
  });

  test("keeps edits over a reload, and Reset forgets them", async () => {
    const { page, problems } = await open();
    const { code, button, label } = cell(page, "first");
    await cell(page, "first").write('print("mine <&>");');
    await button("Reset").waitFor();
    await page.reload();
    await ready(page);
    const keyword = code.locator(".tok-string");
    await keyword.waitFor();
    expect(await code.textContent()).toBe('print("mine <&>");');
    expect(await label.textContent()).toBe("Expected output");
    await button("Reset").click();
    await expect.poll(() => code.textContent()).toBe(cells.first.code);
    await page.reload();
    await ready(page);
    expect(await code.textContent()).toBe(cells.first.code);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("is operated by the keyboard alone", async () => {
    const { page, problems } = await open();
    const { code, editor, edited, button, root } = cell(page, "first");
    const focused = () =>
      page.evaluate(() => {
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        return active?.classList.contains("cm-content") ? "editor" : active?.textContent;
      });
    await code.focus();
    await editor.waitFor();
    expect(await focused()).toBe("editor");
    expect(await root.getByText("leaves the editor").isVisible()).toBe(true);
    // Who only passes by is not caught.
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Run");
    expect(await root.getByText("leaves the editor").isVisible()).toBe(false);
    await page.keyboard.press("Shift+Tab");
    expect(await focused()).toBe("editor");
    // Who types can indent, and leaves by Escape and Tab.
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("{}");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("editor");
    expect(await edited()).toBe(`  {}${cells.first.code}`);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    expect(await edited()).toBe(cells.first.code);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("1 + 1");
    expect(await edited()).toBe("1 + 1");
    await page.keyboard.press("Control+z");
    expect(await edited()).toBe(cells.first.code);
    await page.keyboard.press("Escape");
    await page.waitForTimeout(100);
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Run");
    await page.keyboard.press("Enter");
    await root.getByText("Done, as expected").waitFor();
    expect(await button("Copy").isEnabled()).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("a click goes from one editor straight to the next cell", async () => {
    const { page } = await open();
    const [first, second] = [cell(page, "first"), cell(page, "second")];
    await first.code.click();
    await first.editor.click();
    await second.code.click();
    await second.editor.waitFor();
    await first.editor.click();
    await second.button("Run").click();
    await second.root.getByText("Done, as expected").waitFor();
    await page.context().close();
  });

  test("falls back to a plain box when the editor cannot load", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route(/\/editor-[^/]*\.js$/, (route) => route.abort());
    await page.goto(site.url);
    await ready(page);
    const { root, code, output } = cell(page, "first");
    await code.click();
    await root.locator("textarea").fill('print("plain")');
    await page.keyboard.press("Control+Enter");
    await root.getByText("Done").waitFor();
    expect(await output.textContent()).toBe("plain");
    await context.close();
  });

  test("says so when the sandbox cannot load, and runs later", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const file = /\/javascript-[^/]*\.js$/;
    await page.route(file, (route) => route.abort());
    await page.goto(site.url);
    await ready(page);
    const { root, failure, button } = cell(page, "first");
    await button("Run").click();
    await root.getByText("Failed").waitFor();
    expect(await failure.textContent()).toContain("could not be loaded");
    await page.unroute(file);
    await button("Run").click();
    await root.getByText("Done, as expected").waitFor();
    await context.close();
  });

  test.each([/\/cell\.html/, /\/cell\.js/])("runs without the frame's own page (%s)", async (file) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route(file, (route) => route.abort());
    await page.goto(site.url);
    await ready(page);
    const { root, button } = cell(page, "first");
    await button("Run").click();
    await root.getByText("Done, as expected").waitFor();
    await context.close();
  });

  test("works under a sub-path", async () => {
    const nested = await serve(folder, { headers, base: "/course/tril/" });
    const { page, problems } = await open(nested.url);
    const { root, button } = cell(page, "first");
    await button("Run").click();
    await root.getByText("Done, as expected").waitFor();
    expect(problems).toEqual([]);
    expect(
      nested.requests.filter(({ path, status }) => status !== 200 || !path.startsWith("/course/tril/")),
    ).toEqual([]);
    await page.context().close();
    await nested.close();
  });

  test("works in a page that is itself in somebody's sandbox", async () => {
    const open = await serve(folder, { headers: { ...headers, "access-control-allow-origin": "*" } });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${open.url}course.html`);
    const frame = page.frameLocator("iframe");
    await frame.locator("#first").getByRole("button", { name: "Run" }).click();
    await frame.locator("#first").getByText("Done, as expected").waitFor();
    await frame.locator("#first .tril-cell-code > pre").click();
    await frame.locator("#first .cm-content").waitFor();
    await context.close();
    await open.close();
  });
});

describe("a run", () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await open());
  });
  afterAll(() => page?.context().close());

  test.each([
    [
      "a thrown error",
      "const a = 1;\n\nthrow new RangeError('far');",
      { name: "RangeError", message: "far", line: 3 },
    ],
    ["an error in a function", "const f = () => {\n  null.x;\n};\nf();", { name: "TypeError", line: 2 }],
    ["an error of tril", "\ntril.mix([[1]], [[1], [2]]);", { name: "TrilError", line: 2 }],
    ["a wrong JSON", "let a;\na = JSON.parse('{');", { name: "SyntaxError", line: 2 }],
    ["a syntax error", "const a = 1;\nconst b = ;\n", { name: "SyntaxError", line: 2 }],
    ["a name declared twice", "let a = 1;\n\nlet a = 2;", { name: "SyntaxError", line: 3 }],
    [
      "an error in a timer",
      "setTimeout(() => {\n  throw new Error('late');\n}, 30);",
      { message: "late", line: 2 },
    ],
    ["a rejection that nobody handles", "\nPromise.reject(new Error('no'));", { message: "no", line: 2 }],
    ["an error after an await", "await null;\nnull.x;", { name: "TypeError", line: 2 }],
    ["a thrown value", "throw { a: 1 };", { message: "The code threw { a: 1 }." }],
    ["an import from elsewhere", 'import { load } from "elsewhere";', { name: "ImportError", line: 1 }],
    ["text as code", "\neval('1');", { message: expect.stringContaining("does not run text"), line: 2 }],
    [
      "text as a function",
      "\nnew Function('1');",
      { message: expect.stringContaining("does not run text"), line: 2 },
    ],
    ["a timer with text", "setTimeout('1', 0);", { name: "TypeError", line: 1 }],
  ])("tells of %s", async (_, code, error) => {
    expect(await run(page, code)).toMatchObject({ state: "failed", error });
  });

  test("is a module: top-level await, strict, and it lasts until its timers have run", async () => {
    const code = `
      const value = await new Promise((resolve) => setTimeout(resolve, 30, 5));
      print(value, this, (function () { return this; })());
      const timer = setInterval(() => print("never"), 10);
      clearInterval(timer);
      setTimeout(() => print("later"), 30);`;
    expect(await run(page, code)).toMatchObject({ state: "done", text: "5 undefined undefined\nlater" });
  });

  test("100,000 lines: the first thousand, and a word on the rest", async () => {
    const from = await ticks(page);
    const outcome = await run(page, "for (let i = 0; i < 100_000; i++) console.log('line', i);");
    expect(outcome).toMatchObject({ state: "done", hidden: 99_000 });
    expect(outcome.text.split("\n").length).toBe(1000);
    expect(outcome.batches).toBeLessThan(200);
    expect(await ticks(page)).toBeGreaterThan(from);
  });

  test("hostile values do no harm", async () => {
    const code = `
      const loop = { name: "loop" };
      loop.self = loop;
      print(loop);
      print({ get bad() { throw new Error("no"); }, good: 1 });
      print(new Proxy({}, { ownKeys() { throw 1; }, get() { throw 2; }, getPrototypeOf() { throw 3; } }));
      print({ toString() { throw 1; }, [Symbol.toPrimitive]() { throw 2; } });
      print(new Array(1e9));
      print("x".repeat(3e7).length, ["y".repeat(3e7)]);
      let deep = [];
      for (let i = 0; i < 1e5; i++) deep = [deep];
      print(deep);
      Array.prototype.map = () => { throw new Error("broken"); };
      String.prototype.split = undefined;
      print([1, 2]);
      throw new Proxy(new Error("x"), { get() { throw 1; } });`;
    const outcome = await run(page, code);
    expect(outcome.state).toBe("failed");
    expect(outcome.text).toContain('{ name: "loop", self: (circular) }');
    expect(outcome.text).toContain("{ bad: (getter), good: 1 }");
    expect(outcome.text).toContain("cannot be shown");
    expect(outcome.text.length).toBeLessThan(50_000);
  });

  test("what code has broken is whole in a fresh session, and in another one", async () => {
    const breaking = `
      globalThis.left = 1;
      Array.prototype.map = Promise.prototype.then = MessagePort.prototype.postMessage = () => { throw 1; };
      Array.prototype[Symbol.iterator] = Map.prototype.get = Set.prototype.delete = undefined;
      for (let names = Object.getOwnPropertyNames(globalThis), i = 0; i < names.length; i++)
        try { delete globalThis[names[i]]; } catch {}`;
    await run(page, breaking, { fresh: true });
    const after = "print(typeof left, typeof tril.mix, [1].map(String))";
    expect(await run(page, after, { fresh: true })).toMatchObject({
      state: "done",
      text: 'undefined function ["1"]',
    });
    await run(page, "Array.prototype.join = () => { throw 1; };");
    expect((await run(page, "let a;")).error?.message).toContain("could not run on");
    expect(await run(page, "let a;")).toMatchObject({ state: "done" });
    const { root, button } = cell(page, "second");
    await button("Run").click();
    await root.getByText("Done, as expected").waitFor();
  });

  // Each a row of cells, the last of which prints what the second text says.
  test.each<[string, string[], string]>([
    [
      "const, let, var, function and class",
      [
        "const a = 1; let b = 2; var c = 3; function d() { return 4; } class E { static f = 5; }",
        "print(a, b, c, d(), E.f)",
      ],
      "1 2 3 4 5",
    ],
    [
      "names in patterns, in blocks only those of var, and none of a function",
      [
        "const { a, b: [c = 2, ...d], ...e } = { a: 1, b: [, 3], f: 4 }; if (a) { var g = 5; let h = 6; } (() => { var i = 7; })();",
        "print(a, c, d, e, g, typeof b, typeof f, typeof h, typeof i)",
      ],
      "1 2 [3] { f: 4 } 5 undefined undefined undefined undefined",
    ],
    [
      "what is written in a later cell, and a const that refuses",
      [
        "let x = 1; const y = 1; const seen = () => x;",
        "x += 1; x++; try { y = 2; } catch (error) { print(error.name); } print(x, seen(), y);",
      ],
      "TypeError\n3 3 1",
    ],
    [
      "what is made anew, in the same cell and in a later one",
      [
        "const x = 1; const twice = () => 2 * x;",
        "const x = 5; const twice = () => 2 * x;",
        "const x = 7; print(x, twice());",
        "print(x)",
      ],
      "7",
    ],
    [
      "a function that uses what a later cell makes",
      ["const area = () => side * side;", "const side = 3;\nprint(area());"],
      "9",
    ],
    [
      "a name of the browser's or tril's that is made anew",
      [
        "const name = 'Ada', Map = 1, Array = 2, fetch = 3, undefined = 4; class Promise {} const console = { log: print };",
        "console.log(name, Map, Array, fetch, undefined, typeof Promise, tril.toArray(tril.matrix([[1]])));",
      ],
      "Ada 1 2 3 undefined function [[1]]",
    ],
    [
      "an import of the package, dynamic and static, under another name",
      [
        'import { load, TrilError as Problem } from "tril";\nconst tril = await load();',
        "const { load: other } = await import('tril'); print(other === load, Problem.name, tril.split('a b', 'gpt2').length);",
      ],
      "true TrilError 2",
    ],
    [
      "top-level await, export, a directive, labels, other scripts, line ends of Windows and a hashbang",
      [
        '#!/usr/bin/env node\r\n"use strict";\r\nexport const π = await Promise.resolve(3);\r\nexport default function 名() { return 1; }\r\nout: for (;;) break out;',
        "print(π, 名())",
      ],
      "3 1",
    ],
    [
      "names that are the machinery's or odd",
      [
        "const cell$ = 1, $ = 2, _ = 3, async = 4, of = 5, get = 6, __proto__ = 7, self = 8, globalThis = 9;",
        "print(cell$, $, _, async, of, get, __proto__, self, globalThis)",
      ],
      "1 2 3 4 5 6 7 8 9",
    ],
    [
      "what was made before an error, and what was there before it",
      ["let kept = 1;", "let made = 1; throw 1; let kept = 2, never = 3;", "print(made, kept, typeof never)"],
      "1 1 undefined",
    ],
    ["nothing", ["", "// only a word", "print('still here')"], "still here"],
  ])("cells share %s", async (_, codes, text) => {
    const outcomes: Outcome[] = [];
    for (const [index, code] of codes.entries()) outcomes.push(await run(page, code, { fresh: index === 0 }));
    expect(outcomes.at(-1)).toMatchObject({ state: "done", text });
  });

  test("says where a name was to be made, and what helps", async () => {
    await run(page, "const weights = [1, 2];\nconst sums = weights.total();", { fresh: true });
    const cases: [string, number, string, string][] = [
      ["print(weights);\n print(sums);", 2, "sums is not defined", "A cell above was to make `sums`"],
      ["print(tokens)", 1, "tokens is not defined", "Run the cells above first"],
      ["weights = 2", 1, "Assignment to constant variable.", "make it with `let`"],
      ["const x = later;\nlet later = 1;", 1, "before initialization", "further down"],
      ["let twice;\nlet twice;", 2, "already been declared", "only once"],
      ["await", 1, "Unexpected end of input", "is a bracket"],
      ["1;\nreturn 5", 2, "return", "belongs in a function"],
      ["let open = [1, 2\nlet b;", 2, "Unexpected", "is a bracket"],
      ["const f = () => {\n  print(1);\n\n", 2, "Unexpected end of input", "is a bracket"],
    ];
    for (const [code, line, message, hint] of cases)
      expect(await run(page, code), code).toMatchObject({
        state: "failed",
        error: { line, message: expect.stringContaining(message), hint: expect.stringContaining(hint) },
      });
    expect((await run(page, 'import { trainBpe } from "tril";')).error).toMatchObject({
      message: "The requested module 'tril' does not provide an export named 'trainBpe'",
      hint: expect.stringContaining("`await load()`"),
    });
    expect((await run(page, "const first = 1; wrong();")).error).toMatchObject({ line: 1, column: 18 });
  });

  test("waits for the run before it, and ends when it is stopped, with all names", async () => {
    const told = await page.evaluate(async () => {
      const session = await (globalThis as unknown as { newSession(): Promise<Session> }).newSession();
      const told: string[] = [];
      const run = async (code: string, options: RunOptions = {}) => {
        const { state, forgets } = await session.run(code, options);
        told.push(`${state}${forgets ? ", all is gone" : ""}`);
      };
      const stopping = (when: "onStart" | "onWaiting" | "onStarting") => {
        const controller = new AbortController();
        return { signal: controller.signal, [when]: () => controller.abort() };
      };
      await run("for (;;) {}", stopping("onStarting"));
      const first = run("let a = 1; await new Promise((resolve) => setTimeout(resolve, 50)); a = 2;");
      const second = run("for (;;) {}", stopping("onWaiting"));
      const third = run("if (a !== 2) throw 1;");
      await Promise.all([first, second, third]);
      await run("for (;;) {}", stopping("onStart"));
      await run("if (typeof a !== 'undefined') throw 1;");
      return told;
    });
    expect(told).toEqual(["stopped", "done", "stopped", "done", "stopped, all is gone", "done"]);
  });

  test("endless printing leaves the page alive", async () => {
    const from = await ticks(page);
    const outcome = await run(page, "for (let i = 0; ; i++) print(i);", { timeLimit: 1000 });
    expect(outcome.state).toBe("timed-out");
    expect(outcome.text.split("\n").length).toBe(1000);
    expect((await ticks(page)) - from).toBeGreaterThan(10);
  });
});

describe("the sandbox", () => {
  let canary: Server;
  let canaryHost: string;
  let connections = 0;

  beforeAll(async () => {
    canary = createServer((_, response) => {
      response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/javascript" });
      response.end("");
    });
    canary.on("connection", () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
    canaryHost = `127.0.0.1:${(canary.address() as AddressInfo).port}`;
    await fetch(`http://${canaryHost}/`, { headers: { connection: "close" } });
    expect(connections).toBe(1); // it does hear what is sent
    connections = 0;
  });
  afterAll(() => {
    canary?.closeAllConnections();
    canary?.close();
  });

  test("lets nothing out, and says why", async () => {
    const { page } = await open();
    await run(page, "1"); // everything is loaded
    const asked = site.requests.length;
    const attempts = [
      `fetch("http://${canaryHost}/fetch")`,
      `new XMLHttpRequest()`,
      `new WebSocket("ws://${canaryHost}/socket")`,
      `new EventSource("http://${canaryHost}/events")`,
      `importScripts("http://${canaryHost}/script.js")`,
      `navigator.sendBeacon("http://${canaryHost}/beacon", "x")`,
      "indexedDB.open('x')",
      "caches.open('x')",
      "new Worker('x')",
      "new BroadcastChannel('x')",
      "self.postMessage('x')",
    ];
    for (const attempt of attempts) {
      const outcome = await run(page, attempt);
      expect(outcome, attempt).toMatchObject({ state: "failed", error: { name: "Error", line: 1 } });
      expect(outcome.error?.message, attempt).toMatch(/^A cell /);
    }
    for (const address of [
      `http://${canaryHost}/module.js`,
      `${site.url}cell.js`,
      "data:text/javascript,1",
    ]) {
      for (const code of [`await import("${address}")`, `import "${address}";`])
        expect(await run(page, code), code).toMatchObject({
          state: "failed",
          error: { name: "ImportError" },
        });
    }
    await page.waitForTimeout(300);
    expect(connections).toBe(0);
    expect(site.requests.slice(asked)).toEqual([]);
    await page.context().close();
  });

  test("its policy alone lets nothing out either, not even to the site", async () => {
    const { page } = await open();
    const asked = site.requests.length;
    // A worker without any of tril's own text, so that all that the browser offers is there.
    const probes = (hosts: string[]) => `
      const tell = async (name, attempt) => {
        try { await attempt(); return name + ": " + "got through"; } catch (error) { return name + ": " + error.name; }
      };
      const heard = (target) => new Promise((resolve, reject) => {
        target.onopen = target.onload = target.onmessage = resolve;
        target.onerror = () => reject(new Error("refused"));
        setTimeout(reject, 1500, new Error("silent"));
      });
      self.onmessage = async ({ ports }) => {
        const said = [];
        for (const host of ${JSON.stringify(hosts)}) {
          said.push(await tell("fetch", () => fetch("http://" + host + "/fetch")));
          said.push(await tell("xhr", () => { const x = new XMLHttpRequest(); x.open("GET", "http://" + host + "/xhr", false); x.send(); }));
          said.push(await tell("socket", () => heard(new WebSocket("ws://" + host + "/socket"))));
          said.push(await tell("events", () => heard(new EventSource("http://" + host + "/events"))));
          said.push(await tell("importScripts", () => importScripts("http://" + host + "/cell.js")));
          said.push(await tell("import", () => import("http://" + host + "/cell.js")));
          said.push(await tell("worker", () => heard(new Worker("http://" + host + "/cell.js"))));
          said.push(await tell("nested", () => heard(new Worker(URL.createObjectURL(new Blob([
            "fetch('http://" + host + "/nested').then(() => postMessage(1), () => { throw 1 })"]))))));
        }
        said.push(await tell("eval", () => eval("1")));
        said.push(await tell("database", () => indexedDB.open("x")));
        said.push(await tell("blob", () => import(URL.createObjectURL(new Blob(["1"], { type: "text/javascript" })))));
        said.push(await tell("wasm", () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))));
        ports[0].postMessage(said);
      };`;
    const said = await page.evaluate(
      (role) =>
        new Promise<string[]>((resolve) => {
          const frame = document.createElement("iframe");
          frame.setAttribute("sandbox", "allow-scripts");
          frame.src = "cell.html";
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => resolve(data);
          addEventListener("message", ({ source }) => {
            if (source !== frame.contentWindow) return;
            frame.contentWindow?.postMessage({ type: "prepare", texts: [role] }, "*");
            frame.contentWindow?.postMessage({ type: "start" }, "*", [port2]);
          });
          document.body.append(frame);
        }),
      probes([canaryHost, new URL(site.url).host]),
    );
    expect(said.filter((line) => line.endsWith("got through"))).toEqual([
      "blob: got through",
      "wasm: got through",
    ]);
    expect(said.length).toBe(20);
    await page.waitForTimeout(300);
    expect(connections).toBe(0);
    expect(site.requests.slice(asked).map(({ path }) => path)).toEqual(["/cell.html", "/cell.js"]);
    await page.context().close();
  });

  test("its frame does not serve whoever embeds it without a sandbox", async () => {
    const { page } = await open();
    const heard = await page.evaluate(async () => {
      const frame = document.createElement("iframe");
      frame.src = "cell.html";
      let heard = 0;
      addEventListener("message", ({ source }) => {
        if (source === frame.contentWindow) heard += 1;
      });
      document.body.append(frame);
      await new Promise((resolve) => {
        frame.onload = resolve;
      });
      frame.contentWindow?.postMessage(
        { type: "prepare", texts: ["self.onmessage = e => e.ports[0].postMessage(1)"] },
        "*",
      );
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        heard += 1;
      };
      frame.contentWindow?.postMessage({ type: "start" }, "*", [port2]);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return heard;
    });
    expect(heard).toBe(0);
    await page.context().close();
  });
});
