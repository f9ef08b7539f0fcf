// Tokens against the libraries of npm that give the same ids: tiktoken (WebAssembly), gpt-tokenizer and
// ai-tokenizer. Ratios to the fastest of them are what counts. Then training against the textbook's way.
//
// Each library becomes one file with one vocabulary, as a page would load it; both hosts run the same files.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { get_encoding } from "tiktoken";
import { build } from "vite";
import { load } from "../../dist/index.js";
import { launch } from "../browser/chromium.ts";
import { serve } from "../browser/server.ts";
import { install } from "./install.ts";
import { type Corpora, corpora, packages, pathological } from "./tokens/corpora.ts";
import type { Measured, Times, Trained } from "./tokens/measure.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "build/bench-tokens");
const encodings = ["cl100k", "o200k"] as const;

/** Where each library has its vocabularies. */
const libraries: Record<string, (encoding: string) => string> = {
  tril: (encoding) => `import given from "${root}/dist/vocab/${encoding}.js"`,
  tiktoken: (encoding) => `import given from "tiktoken/encoders/${encoding}_base.json"`,
  "gpt-tokenizer": (encoding) => `import * as given from "gpt-tokenizer/encoding/${encoding}_base"`,
  "ai-tokenizer": (encoding) => `import * as given from "ai-tokenizer/encoding/${encoding}_base"`,
};
const names = Object.keys(libraries);
const loadRounds = 5;

/** Runs an expression, which may import the built files from \`base\`, and gives what it resolves to. */
type Evaluate = (expression: (base: string) => string) => Promise<unknown>;

export async function run(): Promise<void> {
  install();
  const texts = corpora();
  await compare(texts);
  await buildFiles(texts);
  await inNode("Node");
  await inChromium("Chromium");
  const sizes = names.flatMap((name) =>
    encodings.map((encoding) => `${name} ${encoding} ${gzip(join(folder, `${name}-${encoding}.js`))}`),
  );
  console.log(`\nbytes after gzip, with the vocabulary: ${sizes.join("; ")}`);
  console.log(`tril without a vocabulary: ${gzip(join(root, "dist/index.js"))}`);
}

function gzip(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length;
}

/** The ids of each text as a whole and of each of its lines, against tiktoken's. */
async function compare(corpora: Corpora): Promise<void> {
  const tril = await load();
  const texts = Object.values(corpora).flatMap((text) => [text, ...text.split("\n")]);
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  for (const [name, published] of [
    ["gpt2", "gpt2"],
    ["cl100k", "cl100k_base"],
    ["o200k", "o200k_base"],
  ] as const) {
    const { default: vocabulary } = await import(`../../dist/vocab/${name}.js`);
    const tokenizer = tril.loadBpe(vocabulary);
    const tiktoken = get_encoding(published);
    const same = (text: string) =>
      String(tokenizer.encode(text, { special: "text" })) === String(tiktoken.encode_ordinary(text));
    const different = texts.filter((text) => !same(text)).length;
    console.log(
      `${name}: ids of ${texts.length} texts, ${characters} UTF-16 units, compared with tiktoken's; differences: ${different}`,
    );
    tokenizer.dispose();
    tiktoken.free();
  }
}

async function buildFiles(texts: Corpora): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const bytes = Object.entries(texts).map(([name, text]) => `${name} ${Buffer.byteLength(text)}`);
  console.log(`bytes of the texts: ${bytes.join("; ")} (${packages})`);
  writeFileSync(
    join(folder, "texts.js"),
    `export const texts = ${JSON.stringify(texts)}, hard = ${JSON.stringify(pathological())}`,
  );
  await bundle("measure", `export * from "./tokens/measure.ts"`);
  for (const [name, vocabulary] of Object.entries(libraries))
    for (const encoding of encodings)
      await bundle(
        `${name}-${encoding}`,
        `${vocabulary(encoding)}; import { start } from "./tokens/${name}"; export default () => start(given)`,
      );
}

/** One file of all that the source needs, minified. */
async function bundle(name: string, source: string): Promise<void> {
  const entry = join(import.meta.dirname, "entry.mjs"); // there is no such file: it stands where its imports are found
  await build({
    root,
    configFile: false,
    logLevel: "error",
    resolve: { extensions: [".ts", ".mjs", ".js"] },
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2022",
      lib: { entry, formats: ["es"], fileName: () => `${name}.js` },
      rolldownOptions: { output: { minify: true, codeSplitting: false } },
    },
  });
}

async function inNode(host: string): Promise<void> {
  await report(host, async (expression) => {
    const code = `console.log(JSON.stringify(await ${expression(pathToFileURL(`${folder}/`).href)}))`;
    const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      stdio: ["ignore", "pipe", "inherit"],
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    if (status !== 0) throw new Error("measuring failed");
    return JSON.parse(stdout);
  });
}

async function inChromium(host: string): Promise<void> {
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>bench</title>");
  const served = await serve(folder);
  const browser = await launch();
  await report(host, async (expression) => {
    const page = await browser.newPage();
    page.setDefaultTimeout(600_000);
    await page.goto(served.url);
    const result = await page.evaluate(expression(served.url));
    await page.close();
    return result;
  });
  await browser.close();
  await served.close();
}

async function report(host: string, evaluate: Evaluate): Promise<void> {
  for (const encoding of encodings) {
    console.log(
      `\n${host}, ${encoding}: how many times faster tril is than the fastest other, and times in ms`,
    );
    const measured = (await evaluate(
      (
        base,
      ) => `Promise.all(${JSON.stringify(["measure", "texts", ...names.map((name) => `${name}-${encoding}`)])}
        .map((name) => import("${base}" + name + ".js")))
        .then(([{ measure }, { texts, hard }, ...libraries]) =>
          measure(Object.fromEntries(${JSON.stringify(names)}.map((name, i) => [name, libraries[i]])), texts, hard))`,
    )) as Measured;
    for (const { name, warm, cold, decode } of measured.rows) {
      console.log(`encode ${name}, warm: ${ratio(warm)}`);
      console.log(`encode ${name}, cold: ${ratio(cold)}`);
      console.log(`decode ${name}: ${ratio(decode)}`);
    }
    const hard = Object.entries(measured.pathological).map(([name, time]) => `${name} ${time.toFixed(1)} ms`);
    console.log(`100 KB, tril: ${hard.join("; ")}`);
    for (const each of measured.different) console.log(`DIFFERENT: ${each}`);

    const loads: Times = {};
    for (let round = 0; round < loadRounds; round++)
      for (const name of names) {
        const time = await evaluate(
          (base) =>
            `import("${base}measure.js").then(({ measureLoad }) => measureLoad("${base}${name}-${encoding}.js"))`,
        );
        loads[name] = Math.min(loads[name] ?? Number.POSITIVE_INFINITY, time as number);
      }
    console.log(`load, to the first ids: ${ratio(loads)}`);
  }
  const { tril, textbook, same } = (await evaluate(
    (
      base,
    ) => `Promise.all(["measure", "texts", "tril-cl100k"].map((name) => import("${base}" + name + ".js")))
      .then(([{ measureTraining }, { texts }, library]) => measureTraining(library, texts.english))`,
  )) as Trained;
  console.log(
    `\n${host}: training 1 MB of English to 1024 tokens: ${(textbook / tril).toFixed(0)}x (tril ${tril.toFixed(1)} ms; ` +
      `textbook ${textbook.toFixed(0)} ms, once; the same merges: ${same})`,
  );
}

function ratio({ tril, ...others }: Times): string {
  const best = Math.min(...Object.values(others));
  const each = Object.entries(others).map(([name, time]) => `${name} ${time.toFixed(1)}`);
  return `${(best / tril!).toFixed(2)}x (tril ${tril!.toFixed(2)}; ${each.join("; ")})`;
}
