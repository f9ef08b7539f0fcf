// The npm package as a stranger gets it: packed, installed into an empty folder, imported.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright";
import { get_encoding, type TiktokenEncoding } from "tiktoken";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open } from "./chromium.ts";
import { serve } from "./server.ts";

const root = join(import.meta.dirname, "../..");
let folder: string;
let browser: Browser;

/** Runs a command in the consumer's folder; when it fails, the error shows all that it printed. */
function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}

/** Writes a file into the consumer's folder and runs it in Node. */
function node(code: string, ...flags: string[]): string {
  writeFileSync(join(folder, "main.mjs"), code);
  return run(process.execPath, ...flags, "main.mjs").trim();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tril-package-"));
  // `dist` is built already; packing must not build it again under other tests that read it.
  execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
    cwd: root,
    stdio: "pipe",
  });
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }');
  run("npm", "install", "--offline", "--no-audit", "--no-fund", "./tril-0.1.0.tgz");
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("holds the modules, their types, the licence, and nothing else", () => {
  const files = run("tar", "-tzf", "tril-0.1.0.tgz")
    .trim()
    .split("\n")
    .map((name) => name.replace("package/", ""));
  expect(files.filter((name) => !name.endsWith(".d.ts")).sort()).toEqual([
    "LICENSE",
    "README.md",
    "dist/index.js",
    "dist/vocab/cl100k.js",
    "dist/vocab/gpt2.js",
    "dist/vocab/o200k.js",
    "package.json",
  ]);
  expect(files).toContain("dist/index.d.ts");
});

test("runs in Node, also where making code from strings is forbidden", () => {
  const code = `import { load } from "tril";
    const tril = await load();
    console.log(tril.trainBpe("aaabdaaabac", { vocabSize: 259 }).encode("aaabdaaabac").join(" "));`;
  expect(node(code)).toBe("258 100 258 97 99");
  expect(node(code, "--disallow-code-generation-from-strings")).toBe("258 100 258 97 99");
});

const strange = "Hello, Grüße, 你好 👩‍💻!\n\n\t 12345 it's \u0000\ufeff don’t";

test("each published vocabulary gives tiktoken's ids, and nothing is fetched for it", () => {
  for (const [name, published] of Object.entries({
    gpt2: "gpt2",
    cl100k: "cl100k_base",
    o200k: "o200k_base",
  })) {
    const code = `import { load } from "tril";
      import vocabulary from "tril/vocab/${name}";
      globalThis.fetch = () => { throw new Error("fetched"); };
      const tokenizer = (await load()).loadBpe(vocabulary);
      console.log(JSON.stringify([...tokenizer.encode(${JSON.stringify(strange)})]), tokenizer.pattern);`;
    const tiktoken = get_encoding(published as TiktokenEncoding);
    expect(node(code)).toBe(`${JSON.stringify([...tiktoken.encode(strange)])} ${name}`);
    tiktoken.free();
  }
});

test("a bundler keeps a vocabulary that is imported late out of the first script", async () => {
  writeFileSync(
    join(folder, "late.js"),
    `import { load } from "tril";
     const tril = await load();
     const { default: gpt2 } = await import("tril/vocab/gpt2");
     export const ids = tril.loadBpe(gpt2).encode("Hello").join();`,
  );
  await build({
    configFile: false,
    root: folder,
    logLevel: "error",
    build: {
      target: "es2022",
      outDir: "bundled",
      lib: { entry: "late.js", formats: ["es"], fileName: "late" },
    },
  });
  expect(node('import { ids } from "./bundled/late.js"; console.log(ids);')).toBe("15496");
  const sizeOf = (name: string) => statSync(join(folder, "bundled", name)).size;
  const [vocabulary] = readdirSync(join(folder, "bundled")).filter((name) => name.startsWith("gpt2"));
  expect(sizeOf(vocabulary!)).toBeGreaterThan(300_000);
  expect(sizeOf("late.js")).toBeLessThan(300_000);
});

test("importing it, twice or without load, does nothing", () => {
  const code = `
    const before = Object.getOwnPropertyNames(globalThis).join();
    globalThis.fetch = () => { throw new Error("fetched"); };
    const compiled = [];
    for (const name of ["compile", "instantiate", "Module", "Instance"])
      WebAssembly[name] = (...args) => { compiled.push(name); };
    const first = await import("tril");
    const second = await import("tril?again").catch(() => import(import.meta.resolve("tril") + "?again"));
    console.log(first !== second, compiled.length, Object.getOwnPropertyNames(globalThis).join() === before);
    process.on("exit", () => console.log("ended"));`;
  expect(node(code)).toBe("true 0 true\nended");
});

test("is clean under strict TypeScript, resolved as bundlers and as Node do", () => {
  writeFileSync(
    join(folder, "main.ts"),
    `import { load, type Matrix, type Merge, type Tokenizer, TrilError, type Vocabulary } from "tril";
     import cl100k from "tril/vocab/cl100k";
     const vocabulary: Vocabulary = cl100k;
     const tril = await load();
     const published: Tokenizer = tril.loadBpe(vocabulary, { specialTokens: { "<|x|>": 100300 } });
     const tokenizer: Tokenizer = tril.trainBpe("ab", { vocabSize: 257, onProgress: ({ merges }) => merges < 10 });
     const ids: Uint32Array = tokenizer.encode("ab", { special: ["x"] });
     const merges: Merge[] = tokenizer.merges;
     const mixed: Matrix = tril.mix([[1]], [[2]]).mixed;
     // @ts-expect-error: a pattern is one of four names
     tril.split("a", "gpt5");
     try { tokenizer.dispose(); } catch (error) { if (error instanceof TrilError) error.code satisfies string; }
     export { ids, merges, mixed, published };`,
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  for (const [module, moduleResolution] of [
    ["esnext", "bundler"],
    ["node16", "node16"],
    ["nodenext", "nodenext"],
  ]) {
    const lib = ["es2022", "dom"];
    const compilerOptions = {
      module,
      moduleResolution,
      lib,
      strict: true,
      noEmit: true,
      target: "es2022",
      types: [],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
    run(process.execPath, tsc, "-p", ".");
  }
});

test("runs from a bare module script under a strict policy, and in a module worker", async () => {
  writeFileSync(
    join(folder, "index.html"),
    '<!doctype html><meta charset="utf-8"><title>waiting</title><script type="module" src="page.js"></script>',
  );
  const program = (report: string) => `
    import { load } from "./node_modules/tril/dist/index.js";
    const tril = await load();
    const product = tril.toArray(tril.matmul([[1, 2]], [[3], [4]])).join();
    ${report}`;
  writeFileSync(join(folder, "worker.js"), program("postMessage(product);"));
  const report = 'worker.onmessage = ({ data }) => { document.title = product + " " + data; };';
  writeFileSync(
    join(folder, "page.js"),
    program(`const worker = new Worker("worker.js", { type: "module" }); ${report}`),
  );
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
  const served = await serve(folder, { headers: { "content-security-policy": policy } });
  const { page, problems, close } = await open(browser, served.url);
  await expect.poll(() => page.title()).toBe("11 11");
  expect(problems.filter((text) => !text.includes("favicon"))).toEqual([]);
  expect(served.requests.map(({ path }) => path)).not.toContain("/tril.wasm");
  await close();
  await served.close();
});

test("the README's embed shows the lesson inside another page", async () => {
  const site = await serve(join(root, "build/site"), { base: "/tril/" });
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const html = /```html\n(.*?)```/s.exec(readme)![1]!.replace("https://example.org/tril/", site.url);
  writeFileSync(join(folder, "course.html"), html);
  const host = await serve(folder);
  const { page, close } = await open(browser, `${host.url}course.html`);
  const frame = page.frameLocator("iframe");
  await expect.poll(() => frame.locator("h1").textContent()).toBe("A mix is a matrix product");
  await frame.locator("[data-island][data-ready]").first().waitFor();
  await close();
  await host.close();
  await site.close();
});
