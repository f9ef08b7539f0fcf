// Attention, products and softmax against the libraries that do them in browsers: tfjs's and onnxruntime's WebAssembly,
// and jax-js. Every result is checked against float64 first. Ratios to the fastest of them are what counts.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, createServer } from "vite";
import { launch } from "../browser/chromium.ts";
import type { Measured } from "./attention.ts";
import { install } from "./install.ts";

const root = join(import.meta.dirname, "../..");
const modules = join(import.meta.dirname, "node_modules");

export async function run(): Promise<void> {
  install();
  const { measure } = await import("./attention.ts");
  print("Node", await measure((file) => `${modules}/${file}`));
  print("Chromium", await inChromium());
  await printBytes();
}

async function inChromium(): Promise<Measured> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0, hmr: false, watch: null },
    cacheDir: join(modules, ".vite"),
    optimizeDeps: { entries: ["tests/bench/attention.ts"], exclude: ["onnxruntime-web"] },
  });
  await server.listen();
  const browser = await launch();
  const page = await browser.newPage();
  page.setDefaultTimeout(600_000);
  const { port } = server.httpServer!.address() as { port: number };
  await page.route("**/bench.html", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>bench</title>" }),
  );
  await page.goto(`http://127.0.0.1:${port}/bench.html`);
  const measured: Measured = await page.evaluate(`
    import("/tests/bench/attention.ts").then(({ measure }) =>
      measure((file) => location.origin + "/tests/bench/node_modules/" + file))`);
  await browser.close();
  await server.close();
  return measured;
}

function print(host: string, { rows, memory, lesson, wrong }: Measured): void {
  console.log(`\n${host}: times in ms, and how many times faster tril is than the fastest other`);
  for (const { name, times } of rows) {
    const { tril, ...others } = times;
    const best = Math.min(...Object.values(others));
    const each = Object.entries(others).map(([name, time]) => `${name} ${time.toFixed(3)}`);
    console.log(`${name}: ${(best / tril!).toFixed(2)}x (tril ${tril!.toFixed(3)}; ${each.join("; ")})`);
  }
  const { output, working } = lesson;
  console.log(
    `a lesson's attention, 6 x 3: ${output.toFixed(2)} us; with its working ${working.toFixed(2)} us`,
  );
  const sizes = Object.entries(memory).map(([name, bytes]) => `${name} ${(bytes / 2 ** 20).toFixed(1)} MiB`);
  console.log(`memory for T = 4096: ${sizes.join("; ")}`);
  for (const each of wrong) console.log(`WRONG: ${each}`);
}

/** What a page has to load, after gzip: JavaScript, minified, and the WebAssembly that it asks for. */
async function printBytes(): Promise<void> {
  const gzip = (bytes: Buffer | string) => gzipSync(bytes, { level: 9 }).length;
  const tril = gzip(readFileSync(join(root, "dist/index.js")));
  const sizes = [`tril ${tril}`];
  for (const [name, wasm] of [
    ["tfjs", ["@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm"]],
    ["onnx", ["onnxruntime-web/dist/ort-wasm-simd-threaded.wasm"]],
    ["jax", []],
  ] as const) {
    const built = await build({
      root,
      configFile: false,
      logLevel: "error",
      build: {
        write: false,
        target: "es2022",
        // (As a library it would have its WebAssembly inlined, and counted twice.)
        rolldownOptions: {
          input: join(import.meta.dirname, `peers/${name}.mjs`),
          preserveEntrySignatures: "strict",
          output: { minify: true },
        },
      },
    });
    const chunks = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
    const scripts = chunks.map((chunk) => (chunk.type === "chunk" ? gzip(chunk.code) : 0));
    const files = wasm.map((file) => gzip(readFileSync(join(modules, file))));
    sizes.push(`${name} ${[...scripts, ...files].reduce((a, b) => a + b, 0)}`);
  }
  console.log(`\nbytes after gzip: ${sizes.join("; ")}`);
}
