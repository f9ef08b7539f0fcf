// A Vite plugin for scripts that do not run in the page: workers and the sandbox's frame.
//
//   import text from "./role.ts?bundled"   the text of role.ts and its imports as one classic script; what
//                                           role.ts exports becomes the global `tril`
//   import url from "./cell.html?page"      the address of a page of its own, emitted at the site's root with
//                                           the one classic script that its <script src="x.ts"> is bundled to

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build, type Plugin, type ResolvedConfig } from "vite";

interface Script {
  text: string;
  /** The files it was made of, with their times: it is made anew when one of them changes. */
  sources: { file: string; time: number }[];
}

interface Page {
  html: string;
  script: string;
  version: string;
  files: string[];
}

const prefix = "\0tril-";

export function bundled(): Plugin {
  let config: ResolvedConfig;
  /** The pages that the dev server answers for: name -> file. */
  const served = new Map<string, string>();

  return {
    name: "tril:bundled",
    enforce: "pre",

    configResolved(resolved) {
      config = resolved;
    },

    async resolveId(source, importer) {
      const match = /^(.*)\?(bundled|page)$/.exec(source);
      if (!match) return;
      const target = await this.resolve(match[1]!, importer, { skipSelf: true });
      // The ending makes every other plugin take the module for what it is, plain JavaScript.
      if (target) return `${prefix}${match[2]}:${target.id}.js`;
    },

    async load(id) {
      if (!id.startsWith(prefix)) return;
      const [, kind, file] = /^(bundled|page):(.*)\.js$/.exec(id.slice(prefix.length))!;

      if (kind === "bundled") {
        const { text, sources } = await bundle(file!, config);
        for (const source of sources) this.addWatchFile(source.file);
        return `export default ${JSON.stringify(text)};`;
      }

      if (this.environment.config.consumer === "server") return 'export default "";'; // no frames in Node
      const page = await makePage(file!, config);
      for (const source of page.files) this.addWatchFile(source);
      const name = basename(file!);
      if (config.command === "serve") {
        served.set(name, file!);
        const address = JSON.stringify(`${config.base}${name}?${page.version}`);
        // In two steps, or Vite would take the address for a file beside the module.
        return `const here = import.meta.url; export default new URL(${address}, here).href;`;
      }
      const reference = this.emitFile({ type: "asset", fileName: name, source: page.html });
      this.emitFile({ type: "asset", fileName: scriptName(name), source: page.script });
      return `export default import.meta.ROLLUP_FILE_URL_${reference} + "?${page.version}";`;
    },

    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = new URL(request.url ?? "/", "http://host").pathname;
        const name = path.startsWith(config.base) ? path.slice(config.base.length) : "";
        const page = [...served.keys()].find((page) => name === page || name === scriptName(page));
        if (!page) return next();
        try {
          const { html, script } = await makePage(served.get(page)!, config);
          const isPage = name === page;
          response.setHeader(
            "content-type",
            isPage ? "text/html; charset=utf-8" : "text/javascript; charset=utf-8",
          );
          response.end(isPage ? html : script);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

const scriptName = (page: string) => page.replace(/\.html$/, ".js");

async function makePage(file: string, config: ResolvedConfig): Promise<Page> {
  const source = readFileSync(file, "utf8");
  const entry = /<script src="([^"]+)">/.exec(source)?.[1];
  if (!entry) throw new Error(`${file}: a page has one <script src="FILE.ts">`);
  const { text, sources } = await bundle(join(dirname(file), entry), config);
  // The version keeps a cache from pairing a new page with an old script.
  const version = createHash("sha256").update(source).update(text).digest("hex").slice(0, 8);
  const html = source.replace(`"${entry}"`, `"${scriptName(basename(file))}?${version}"`);
  return { html, script: text, version, files: [file, ...sources.map(({ file }) => file)] };
}

const scripts = new Map<string, Promise<Script>>();

/** A module and its imports as one classic script. */
export async function bundle(entry: string, config: Pick<ResolvedConfig, "root" | "mode">): Promise<Script> {
  const known = scripts.get(entry);
  const script = await known?.catch(() => undefined);
  if (script?.sources.every(({ file, time }) => timeOf(file) === time)) return script;
  // Another call may have begun to make it meanwhile: one bundling serves all.
  if (scripts.get(entry) !== known) return bundle(entry, config);
  const made = makeScript(entry, config);
  scripts.set(entry, made);
  return made;
}

async function makeScript(
  entry: string,
  { root, mode }: Pick<ResolvedConfig, "root" | "mode">,
): Promise<Script> {
  const result = await build({
    configFile: false,
    root,
    mode,
    logLevel: "warn",
    publicDir: false,
    // A classic script does not know its address, and loads nothing by it; but a URL must be made of it.
    define: { "import.meta.url": JSON.stringify("https://tril.invalid/script.js") },
    build: {
      write: false,
      target: "es2022",
      reportCompressedSize: false,
      lib: { entry, formats: ["iife"], name: "tril", fileName: () => "script.js" },
      rolldownOptions: { output: { keepNames: true } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error(`${entry}: bundling gave nothing`);
  const [chunk] = output.output;
  const files = chunk.moduleIds.filter((id) => !id.startsWith("\0")).map((id) => id.replace(/\?.*$/, ""));
  return { text: chunk.code, sources: files.map((file) => ({ file, time: timeOf(file) })) };
}

/** When the file was last changed; a file that is gone counts as changed. */
const timeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
