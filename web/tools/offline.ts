// A Vite plugin: writes the site's service worker, offline.js, with the names of the files that it keeps.

import { join } from "node:path";
import type { Plugin, ResolvedConfig, Rollup } from "vite";
import { bundle as bundleScript } from "./bundled.ts";

const worker = join(import.meta.dirname, "../site/offline/worker.ts");

/** Modules that a page loads when they are used, and that are too large to keep for those who do not use them. */
const onUse = /\/cell\/(editor|highlight|python)\.ts$/;

/** Files of public that every page wants. */
const fixed = ["icon.svg", "early.js"];

export function offline(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "tril:offline",
    apply: "build",
    enforce: "post",
    configResolved(resolved) {
      config = resolved;
    },
    async generateBundle(_options, bundle) {
      const first = new Set<string>(fixed);
      for (const output of Object.values(bundle)) {
        if (/\.(css|html)$/.test(output.fileName) && output.fileName !== "cell.html")
          first.add(address(output.fileName));
        if (output.type === "chunk" && output.isEntry) follow(output, bundle, first);
      }
      const all = [...fixed, ...Object.keys(bundle).map(address)];
      const lists = { all: [...new Set(all)], first: [...first] };
      const { text } = await bundleScript(worker, config);
      this.emitFile({
        type: "asset",
        fileName: "offline.js",
        source: `const build = ${JSON.stringify(lists)};\n${text}`,
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
