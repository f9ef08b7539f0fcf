// A Vite plugin: the pages that web/site/pages.ts renders are the entries of the build, and what the
// development server serves.

import { join } from "node:path";
import { createServer, type Plugin } from "vite";
import type { SitePage } from "../site/pages.ts";
import { bundled } from "./bundled.ts";
import { python } from "./python.ts";
import { vocabularies } from "./vocabularies.mjs";

type Renderer = typeof import("../site/pages.ts");

export function pages(): Plugin {
  let root = "";
  let rendered = new Map<string, string>();
  /** What lies beside the pages: path -> text. */
  let files = new Map<string, string>();

  return {
    name: "tril-pages",

    async config(config, { command }) {
      root = config.root ?? process.cwd();
      if (command !== "build") return;
      const all = await renderOnce(root);
      rendered = new Map(all.map(({ path, html }) => [join(root, path), html]));
      files = filesOf(all);
      return { build: { rollupOptions: { input: [...rendered.keys()] } } };
    },
    resolveId: (id) => (rendered.has(id) ? id : undefined),
    load: (id) => rendered.get(id),
    generateBundle() {
      for (const [fileName, source] of files) this.emitFile({ type: "asset", fileName, source });
    },

    configureServer(server) {
      server.watcher.add(join(root, "public/lessons"));
      server.watcher.on("change", (file) => {
        if (file.startsWith(join(root, "public/lessons"))) server.ws.send({ type: "full-reload" });
      });
      server.middlewares.use(async (request, response, next) => {
        const { pathname } = new URL(request.url ?? "/", "http://localhost");
        if (!/^\/(.*\/)?([^/]+\.(py|ipynb))?$/.test(pathname)) return next();
        try {
          const module = (await server.ssrLoadModule("/web/site/pages.ts")) as Renderer;
          const all = await module.renderPages(root);
          const file = filesOf(all).get(pathname.slice(1));
          if (file) return response.end(file);
          const wanted = `${pathname.slice(1)}index.html`;
          const page = all.find(({ path }) => path === wanted);
          if (!page) return next();
          response.setHeader("content-type", "text/html; charset=utf-8");
          response.end(await server.transformIndexHtml(pathname, page.html));
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

function filesOf(pages: SitePage[]): Map<string, string> {
  return new Map(
    pages.flatMap(({ path, files = [] }) => files.map(({ name, text }) => [join(path, "..", name), text])),
  );
}

/** Renders all pages in Node, through a Vite server that only translates TypeScript. */
async function renderOnce(root: string): Promise<SitePage[]> {
  const server = await createServer({
    configFile: false,
    root,
    appType: "custom",
    logLevel: "warn",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [bundled(), python(), vocabularies()],
  });
  try {
    const { renderPages } = (await server.ssrLoadModule("/web/site/pages.ts")) as Renderer;
    return await renderPages(root);
  } finally {
    await server.close();
  }
}
