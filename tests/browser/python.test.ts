// Python in the built site, in a real browser: with the site's policy, from a sub-path.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, open } from "./chromium.ts";
import { type Served, serve, sitePolicy } from "./server.ts";

const folder = join(import.meta.dirname, "../../build/site");
const lesson = "lessons/weighted-mix/";

let browser: Browser;
let site: Served;
let page: Page;
let problems: string[];

beforeAll(async () => {
  browser = await launch();
  site = await serve(folder, { base: "/course/", headers: { "content-security-policy": sitePolicy } });
  ({ page, problems } = await open(browser, site.url + lesson));
  await cell().scrollIntoViewIfNeeded();
  await page.locator("[data-island=cell][data-ready]").first().waitFor();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const cell = () => page.locator("[data-language=python]").first();
const button = (name: string) => cell().getByRole("button", { name, exact: true });
const status = () => cell().locator(".tril-cell-status").innerText();
const output = () => cell().locator(".tril-cell-result > pre").innerText();
const failure = () => cell().locator(".tril-cell-failure").innerText();

/** Replaces the code as a learner does. */
async function write(code: string) {
  const shown = cell().locator(".tril-cell-code > pre");
  if (await shown.isVisible()) await shown.click();
  const editor = cell().locator(".cm-content");
  await editor.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(code);
}

/** Runs code and waits for its end. */
async function run(code: string): Promise<string> {
  await write(code);
  await button("Run").click();
  await cell().and(page.locator("[data-state=done], [data-state=failed]")).waitFor();
  return output();
}

test("before a cell is touched no byte of editor or Python is loaded", () => {
  const paths = site.requests.map(({ path }) => path);
  expect(paths.filter((path) => /python|editor|cell\.html|pyodide/.test(path))).toEqual([]);
});

test("the first Run loads Python, says how far it is, and prints what the lesson says", async () => {
  const expected = await output();
  const states: string[] = [];
  await page.exposeFunction("told", (state: string) => states.push(state));
  await page.evaluate(() => {
    const line = document.querySelector("[data-language=python] .tril-cell-status")!;
    const tell = () => (globalThis as unknown as { told(state: string): void }).told(line.textContent!);
    new MutationObserver(tell).observe(line, { childList: true, characterData: true, subtree: true });
  });
  await button("Run").click();
  await cell().getByText("Done, as expected").waitFor();
  expect(await output()).toBe(expected);
  expect(states.find((state) => /Loading Python: \d+\.\d of \d+\.\d MB/.test(state))).toBeTruthy();
  const outside = site.requests.filter(({ path, status }) => status !== 200 || !path.startsWith("/course/"));
  expect(outside).toEqual([]);
  expect(problems).toEqual([]);
});

test("cells share their names, and an error points at the learner's line and helps", async () => {
  await run("number = 41");
  expect(await run("number + 1")).toBe("42");
  await run("import torch\n\ntorch.ones(2, 3) @ torch.ones(2, 3)");
  expect(await failure()).toContain(
    "Line 3: RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)",
  );
  expect(await failure()).toContain("Print both shapes");
  expect(await failure()).toContain("torch.ones(2, 3) @ torch.ones(2, 3)");
  await run("input('Your name? ')");
  expect(await failure()).toContain("input() cannot ask");
});

test("a plot and a matrix are drawn", async () => {
  await run(
    "import matplotlib.pyplot as plt\nplt.matshow([[1, 2], [3, 4]])\nplt.title('Four')\nshow(torch.eye(2))",
  );
  const pictures = cell().locator(".tril-cell-picture");
  await expect.poll(() => pictures.count()).toBe(2);
  expect(await pictures.locator("svg").getAttribute("aria-label")).toBe("Four");
  expect(await pictures.locator("td").allInnerTexts()).toEqual(["1", "0", "0", "1"]);
});

test("Stop ends an endless loop at once, and the next Run works", async () => {
  await write("print('before')\nwhile True: pass");
  await button("Run").click();
  await cell().getByText("Running …").waitFor();
  await expect.poll(output).toBe("before");
  await button("Stop").click();
  expect(await status()).toMatch(/^Stopped\. What the cells had made is gone/);
  expect(await run("'fresh', 'number' in globals()")).toBe("('fresh', False)");
});

test("awaits at the top, tells of the line, prints meanwhile, and Stop ends it", async () => {
  expect(
    await run(`import asyncio

async def later(x):
    await asyncio.sleep(0.01)
    return x / (x - 1)

made = await later(3)
for wait in [later(2), later(5)]:
    print(await wait)
await asyncio.gather(later(2), later(3))`),
  ).toBe("2.0\n1.25\n[2.0, 1.5]");
  expect(await run("[await later(x) for x in (2, made)]")).toBe("[2.0, 3.0]");
  await run("later(7)\nawait asyncio.sleep(0)\nawait later(1)");
  expect(await failure()).toContain("Line 3: ZeroDivisionError: division by zero");
  await run("asyncio.run(later(2))");
  expect(await failure()).toContain("write `await main()`");

  await write("print('before')\nawait asyncio.sleep(100)");
  await button("Run").click();
  await expect.poll(output).toBe("before");
  await button("Stop").click();
  expect(await status()).toMatch(/^Stopped/);
  expect(await run("'later' in globals()")).toBe("False");
});

test("100,000 prints: the first thousand, and the page answers all the time", async () => {
  await write("for i in range(100_000): print('line', i)");
  await button("Run").click();
  const longest = page.evaluate(async () => {
    let longest = 0;
    const done = () => document.querySelector("[data-language=python][data-state=done]");
    for (let last = performance.now(); ; ) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
      if (done()) return longest;
    }
  });
  console.log(`100,000 prints: the page stood still for at most ${Math.round(await longest)} ms`);
  expect((await output()).split("\n").length).toBe(1000);
  expect(await cell().innerText()).toContain("99,000 more lines not shown");
});

test("loading can be cancelled, and begun again; the language that was chosen is remembered", async () => {
  const { page, close } = await open(browser, site.url + lesson);
  const alive = async () => {
    await page.getByRole("tab").first().scrollIntoViewIfNeeded();
    await page.locator("[data-island=cell][data-ready]").first().waitFor();
  };
  await alive();
  await page.getByRole("tab", { name: "JavaScript" }).first().click();
  await page.reload();
  await alive();
  expect(await page.getByRole("tab", { selected: true }).first().innerText()).toBe("JavaScript");
  await page.getByRole("tab", { name: "Python" }).first().click();

  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/asm-\w+\.wasm$/, (route) => held.then(() => route.continue()).catch(() => {}));
  const cell = page.locator("[data-language=python]").first();
  await cell.getByRole("button", { name: "Run", exact: true }).click();
  await cell.getByRole("button", { name: "Cancel" }).click();
  expect(await cell.locator(".tril-cell-status").innerText()).toBe("Stopped");
  letGo();
  await cell.getByRole("button", { name: "Run", exact: true }).click();
  await cell.getByText("Done, as expected").waitFor();
  await close();
});

test("a cell that goes on from another says what is missing, and runs it with all above", async () => {
  const { page, close } = await open(browser, site.url + lesson);
  const second = page.locator("[data-language=python]").nth(1);
  await second.scrollIntoViewIfNeeded();
  await second.getByRole("button", { name: "Run", exact: true }).click();
  await second.getByText("Failed").waitFor();
  expect(await second.innerText()).toContain("name 'weights' is not defined");
  await second.getByRole("button", { name: "Run all above" }).click();
  const first = page.locator("[data-language=python]").first();
  await first.getByText("Done, as expected").waitFor();
  await second.getByRole("button", { name: "Run", exact: true }).click();
  await second.getByText("Done, as expected").waitFor();
  await close();
});

test("starts without the snapshot of its memory, too", async () => {
  const { page, close } = await open(browser, site.url + lesson);
  await page.route(/snapshot-\w+\.bin$/, (route) => route.abort());
  const cell = page.locator("[data-language=python]").first();
  await cell.scrollIntoViewIfNeeded();
  await cell.getByRole("button", { name: "Run", exact: true }).click();
  await cell.getByText("Done, as expected").waitFor();
  await close();
});

describe("the sandbox", () => {
  let canary: Server;
  let host: string;
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
    host = `127.0.0.1:${(canary.address() as AddressInfo).port}`;
    await fetch(`http://${host}/`, { headers: { connection: "close" } });
    expect(connections).toBe(1); // it does hear what is sent
    connections = 0;
  });
  afterAll(() => {
    canary?.closeAllConnections();
    canary?.close();
  });

  test("reaches neither the network, nor the page, nor storage", async () => {
    const asked = site.requests.length;
    // Each a line of Python that would reach out; what it gives or raises is printed.
    const probes = `
await pyodide.http.pyfetch("http://HOST/pyfetch")
pyodide.http.open_url("http://HOST/open_url")
await js.fetch("http://HOST/fetch")
[js.Reflect.deleteProperty(js.self, "fetch"), js.self.fetch("http://HOST/real-fetch")][1]
js.Object.getPrototypeOf(js.Object.getPrototypeOf(js.self)).fetch("http://HOST/prototype-fetch")
js.XMLHttpRequest.new().open("GET", "http://HOST/xhr", False)
js.WebSocket.new("ws://HOST/socket")
js.WebSocketStream.new("ws://HOST/stream")
js.WebTransport.new("https://HOST/transport")
js.EventSource.new("http://HOST/events")
js.importScripts("http://HOST/script.js")
js.FontFace.new("x", "url(http://HOST/font)").load()
js.Worker.new("http://HOST/worker.js")
js.Worker.new("data:text/javascript,postMessage(1)")
js.SharedWorker.new("http://HOST/shared.js")
js.navigator.sendBeacon("http://HOST/beacon", "x")
pyodide.code.run_js("import('http://HOST/import.js')")
pyodide.code.run_js("1")
js.eval("1")
js.Function.new("return 1")()
js.setTimeout("fetch('http://HOST/timer')", 0)
await pyodide_js.loadPackage("http://HOST/package.whl")
await pyodide_js.loadPackage("numpy")
socket.create_connection((HOSTNAME, PORT)).send(b"x")
urllib.request.urlopen("http://HOST/urllib").read()
subprocess.run(["curl", "http://HOST/curl"])
js.indexedDB.open("x")
await js.caches.open("x")
js.navigator.storage.getDirectory()
js.navigator.locks.request("x", print)
js.navigator.serviceWorker.register("/x.js")
js.localStorage.setItem("x", "y")
js.sessionStorage
js.document.title
js.window.parent
js.parent.postMessage("x", "*")
js.top.location
js.BroadcastChannel.new("x").postMessage("x")
js.postMessage("forged")
js.Notification.permission
js.RTCPeerConnection.new()
js.close()`;
    const [name, port] = host.split(":");
    const lines = probes
      .trim()
      .replaceAll("HOSTNAME", `"${name}"`)
      .replaceAll("PORT", port!)
      .replaceAll("HOST", host);
    const code = `
import asyncio, socket, js, pyodide, pyodide_js
import pyodide.code
reached = []
for probe in ${JSON.stringify(lines.split("\n"))}:
    try:
        for module in ("urllib.request", "subprocess", "pyodide.http"):
            if module in probe: __import__(module)
        value = eval(compile(probe, "probe", "eval", flags=0x2000))
        if asyncio.iscoroutine(value):
            try:
                value.send(None)
            except StopIteration as end:
                value = end.value
            else:
                value = "(waits)"
        print("GAVE", probe, "->", str(value)[:60])
    except BaseException as error:
        print("refused", probe, "->", type(error).__name__)
`;
    const told = await run(code);
    console.log(
      told
        .split("\n")
        .filter((line) => line.startsWith("GAVE"))
        .join("\n"),
    );
    await page.waitForTimeout(500);
    expect(connections).toBe(0);
    expect(site.requests.slice(asked)).toEqual([]);
    expect(await page.evaluate(() => [document.title.includes("mix"), localStorage.getItem("x")])).toEqual([
      true,
      null,
    ]);
    expect(told.split("\n").length).toBe(lines.split("\n").length);
    expect(await run("1 + 1")).toBe("2");
  });
});
