// How soon Python is there: the first Run of a cell, and the next one after Stop, against Pyodide as it is published,
// in turns in the same browser; how soon Stop answers; and what travels.

import { readFileSync } from "node:fs";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Browser } from "playwright";
import { pythonFiles } from "../../web/tools/python.ts";
import { launch, open, wake } from "../browser/chromium.ts";
import { type Served, serve } from "../browser/server.ts";

const root = join(import.meta.dirname, "../..");
const rounds = 5;

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tril-pyodide-"));
  await symlink(join(root, "node_modules/pyodide"), join(folder, "pyodide"));
  await writeFile(join(folder, "index.html"), stockPage);
  const stock = await serve(folder);
  const site = await serve(join(root, "build/site"));
  const browser = await launch();
  const times: { stock: number; first: number; again: number; stop: number }[] = [];
  for (let round = 0; round < rounds; round++)
    times.push({ stock: await stockStart(browser, stock), ...(await ourStart(browser, site)) });
  const median = (name: keyof (typeof times)[number]) =>
    times.map((time) => time[name]).sort((a, b) => a - b)[rounds >> 1]!;
  const against = (name: "first" | "again") =>
    `${(median("stock") / median(name)).toFixed(1)}x as quick (${median(name).toFixed(0)} ms)`;
  console.log(
    `from start to print(1), medians of ${rounds}; Pyodide as published: ${median("stock").toFixed(0)} ms`,
  );
  console.log(`  a cell's first Run:  ${against("first")}`);
  console.log(`  the Run after Stop:  ${against("again")}`);
  console.log(`Stop in an endless loop is answered after ${median("stop").toFixed(0)} ms`);
  await browser.close();
  await stock.close();
  await site.close();
  await rm(folder, { recursive: true });
  await bytes();
}

const stockPage = `<!doctype html><link rel="icon" href="data:,"><script type="module">
  const before = performance.now();
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const python = await loadPyodide({ stdout: () => { document.title = performance.now() - before; } });
  python.runPython("print(1)");
</script>`;

async function stockStart(browser: Browser, stock: Served): Promise<number> {
  const { page, close } = await open(browser, stock.url);
  await page.waitForFunction(() => document.title);
  const time = Number(await page.title());
  await close();
  return time;
}

async function ourStart(browser: Browser, site: Served) {
  const { page, close } = await open(browser, `${site.url}lessons/weighted-mix/`);
  await wake(page);
  const cell = page.locator("[data-language=python]").first();
  const type = async (code: string) => {
    const shown = cell.locator(".tril-cell-code > pre");
    if (await shown.isVisible()) await shown.click();
    await cell.locator(".cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(code);
  };
  /** Milliseconds from a press on a button until the cell is in a state. */
  const press = (button: string, state: string) =>
    cell.evaluate(
      (cell, [button, state]) =>
        new Promise<number>((resolve) => {
          const before = performance.now();
          const look = () =>
            (cell as HTMLElement).dataset.state === state && resolve(performance.now() - before);
          new MutationObserver(look).observe(cell, { attributes: true, subtree: true, childList: true });
          cell.querySelector<HTMLElement>(`.tril-cell-${button}`)!.click();
        }),
      [button, state] as const,
    );
  await type("print(1)");
  const first = await press("run", "done");
  await type("while True: pass");
  await press("run", "running");
  await cell.locator(".tril-cell-stop").waitFor();
  const stop = await press("stop", "stopped");
  await type("print(1)");
  const again = await press("run", "done");
  await close();
  return { first, again, stop };
}

/** What a host sends that keeps its files compressed, by the best that Brotli does. It takes minutes. */
async function bytes(): Promise<void> {
  const sizes = (await pythonFiles()).map(({ name, bytes }) => ({ name, size: compressed(bytes) }));
  const sum = (names: typeof sizes) => (names.reduce((sum, { size }) => sum + size, 0) / 1e6).toFixed(2);
  const stock = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"].map((name) => ({
    name,
    size: compressed(readFileSync(join(root, "node_modules/pyodide", name))),
  }));
  console.log(
    `bytes as they travel (Brotli 11): ${sum(sizes)} MB, without the snapshot ` +
      `${sum(sizes.filter(({ name }) => name !== "snapshot.bin"))} MB; Pyodide as published ${sum(stock)} MB`,
  );
}

function compressed(bytes: Uint8Array): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(bytes, { params }).length;
}
