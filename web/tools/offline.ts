// A Vite plugin: writes the site's service worker, offline.js, with the names of the files that it keeps.

import { join } from "node:path";
import { build, type Plugin, type Rollup } from "vite";

const worker = join(import.meta.dirname, "../site/offline/worker.ts");

/** Modules that a page loads when they are used, and that are too large to keep for those who do not use them. */
const onUse = /\/cell\/(editor|highlight|python)\.ts$/;

export function offline(): Plugin {
  return {
    name: "tril:offline",
    apply: "build",
    enforce: "post",
    async generateBundle(_options, bundle) {
      const first = new Set<string>(["icon.svg"]);
      for (const output of Object.values(bundle)) {
        if (/\.(css|html)$/.test(output.fileName) && output.fileName !== "cell.html")
          first.add(address(output.fileName));
        if (output.type === "chunk" && output.isEntry) follow(output, bundle, first);
      }
      const all = ["icon.svg", ...Object.keys(bundle).map(address)];
      const lists = { all: [...new Set(all)], first: [...first] };
      const script = await bundleWorker();
      this.emitFile({
        type: "asset",
        fileName: "offline.js",
        source: `const build = ${JSON.stringify(lists)};\n${script}`,
      });
    },
  };
}

/** A page is known by its folder. */
const address = (file: string) => file.replace(/(^|\/)index\.html$/, "$1");

/** Adds a chunk and what it imports, but not what is imported on use. */
function follow(chunk: Rollup.OutputChunk, bundle: Rollup.OutputBundle, found: Set<string>): void {
  if (found.has(chunk.fileName) || onUse.test(chunk.facadeModuleId ?? "")) return;
  found.add(chunk.fileName);
  for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
    const next = bundle[name];
    if (next?.type === "chunk") follow(next, bundle, found);
  }
}

async function bundleWorker(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      target: "es2022",
      reportCompressedSize: false,
      lib: { entry: worker, formats: ["iife"], name: "offline", fileName: () => "offline.js" },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error(`${worker}: bundling gave nothing`);
  return output.output[0].code;
}
