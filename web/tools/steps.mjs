// The steps of the build, in their order. Each may run again at any time.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import zopfli from "@gfx/zopfli";
import { build as viteBuild } from "vite";
import { run } from "./setup.mjs";

const deflate = promisify(zopfli.deflate);
const root = join(import.meta.dirname, "../..");

/**
 * C++ -> build/wasm/module.js, and torch.js for the Python cells: WebAssembly's bytes inside a module, so that no host
 * has to find a file.
 */
export async function wasm() {
  run("cmake", ["--preset", "wasm"]);
  run("cmake", ["--build", "--preset", "wasm"]);
  const folder = join(root, "build/wasm");
  for (const [name, module] of [
    ["tril", "module.js"],
    ["tril-torch", "torch.js"],
  ]) {
    // Base64 hides repetition from a server's compression, so it has to be compressed before (load.ts undoes both).
    // Zopfli takes seconds where zlib takes milliseconds, and saves a twentieth.
    const bytes = await deflate(readFileSync(join(folder, `cpp/${name}.wasm`)), { numiterations: 15 });
    const packed = Buffer.from(bytes).toString("base64");
    writeFileSync(join(folder, module), `export const wasm = "${packed}";\n`);
  }
}

/** C++ and its tests -> build/native, for this machine. */
export function native() {
  run("cmake", ["--preset", "native"]);
  run("cmake", ["--build", "--preset", "native"]);
}

/** web/core -> dist: the module, one for each vocabulary, and their types. None imports another. */
export async function pack() {
  const { vocabularies } = await import("./vocabularies.mjs");
  rmSync(join(root, "dist"), { recursive: true, force: true });
  mkdirSync(join(root, "dist"), { recursive: true });
  for (const name of ["index", "vocab/gpt2", "vocab/cl100k", "vocab/o200k"])
    await viteBuild({
      configFile: false,
      root,
      logLevel: "warn",
      publicDir: false,
      plugins: [vocabularies()],
      build: {
        target: "es2022",
        outDir: "dist",
        emptyOutDir: false,
        lib: { entry: `web/core/${name}.ts`, formats: ["es"], fileName: name },
        rolldownOptions: { output: { minify: true } },
      },
    });
  run("npx", ["tsc", "-p", "web/core"]);
  // TypeScript leaves the endings of imports in declarations as they are; older tools know only `.js`.
  for (const name of readdirSync(join(root, "dist"), { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue;
    const file = join(root, "dist", name);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(/(from "\.\.?\/[\w-]+)\.ts"/g, '$1.js"'));
  }
}

/** web/site and public -> build/site: static pages for any server. */
export async function site() {
  await viteBuild({ configFile: join(root, "vite.config.ts"), root });
}

export { pack as package };
