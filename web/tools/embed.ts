// A Vite plugin: web/embed.ts as embed.js at the site's root, one classic script that any page can load.

import { join } from "node:path";
import type { Plugin, ResolvedConfig } from "vite";
import { bundle } from "./bundled.ts";

const entry = join(import.meta.dirname, "../embed.ts");

export function embed(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "tril:embed",
    configResolved(resolved) {
      config = resolved;
    },
    async generateBundle() {
      const { text } = await bundle(entry, config);
      this.emitFile({ type: "asset", fileName: "embed.js", source: text });
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        if (request.url !== `${config.base}embed.js`) return next();
        response.setHeader("content-type", "text/javascript; charset=utf-8");
        response.end((await bundle(entry, config)).text);
      });
    },
  };
}
