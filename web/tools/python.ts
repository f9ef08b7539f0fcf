// What Python cells load: Pyodide, a slim standard library with the lessons' torch, numpy and matplotlib in
// it, and a snapshot of Python's memory after it has started. All of it is made here, at build time, and kept in
// build/python until something it is made of changes.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { PyodideInterface } from "pyodide";
import type { Plugin, ResolvedConfig } from "vite";

const root = join(import.meta.dirname, "../..");
const pyodide = join(root, "node_modules/pyodide");
const library = join(root, "web/python/lib");

/** The modules of the standard library that learners may want; what they import comes along. */
const modules = `abc array ast base64 bisect builtins bz2 calendar cmath codecs collections collections.abc
  colorsys contextlib copy csv dataclasses datetime decimal difflib dis enum errno fnmatch fractions functools gc glob
  graphlib hashlib heapq hmac inspect io itertools json keyword linecache locale logging math
  numbers operator os os.path pathlib pickle pprint queue random re reprlib sched secrets shutil signal socket
  statistics string struct sys tempfile textwrap threading time timeit token tokenize traceback types typing
  unicodedata urllib.parse warnings weakref zipfile zlib
  encodings.ascii encodings.latin_1 encodings.utf_8 encodings.utf_8_sig encodings.utf_16 encodings.utf_16_le
  encodings.utf_16_be encodings.utf_32 encodings.idna encodings.unicode_escape
  encodings.raw_unicode_escape encodings.hex_codec encodings.base64_codec encodings.rot_13
  `
  .split(/\s+/)
  .filter(Boolean);

/** A file that a page hands to its Python. */
export interface PythonFile {
  name: string;
  bytes: Uint8Array;
  /** About how many bytes travel when the server compresses. */
  travels: number;
}

/** The lessons' own Python modules, by their names in the library. */
export function lessonModules(): { name: string; text: string }[] {
  return readdirSync(library, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".py"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      name: relative(library, file).replaceAll("\\", "/"),
      text: readFileSync(file, "utf8"),
    }));
}

/** The files that a page hands to its Python. It starts without the snapshot too, only later. */
export async function pythonFiles(): Promise<PythonFile[]> {
  const folder = join(root, "build/python");
  const version = createHash("sha256");
  version.update(readFileSync(import.meta.filename)).update(readFileSync(join(pyodide, "package.json")));
  for (const { name, text } of lessonModules()) version.update(`${name}\0${text}\0`);
  const wanted = version.digest("hex");
  const stamp = join(folder, "version");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await make(folder);
    writeFileSync(stamp, wanted);
  }
  const travels = JSON.parse(readFileSync(join(folder, "travels.json"), "utf8")) as Record<string, number>;
  return fileNames.map((name) => {
    const own = join(folder, name);
    return {
      name,
      bytes: readFileSync(existsSync(own) ? own : join(pyodide, name)),
      travels: travels[name]!,
    };
  });
}

const fileNames = [
  "pyodide.mjs",
  "pyodide.asm.mjs",
  "pyodide.asm.wasm",
  "python_stdlib.zip",
  "snapshot.bin",
  "lock.json",
];

async function make(folder: string): Promise<void> {
  const { loadPyodide } = await import("pyodide");
  const stdlib = slimLibrary(await loadPyodide());
  const file = join(folder, "python_stdlib.zip");
  writeFileSync(file, stdlib);

  const options = { stdLibURL: file, _makeSnapshot: true, stdout: () => {}, stderr: () => {} };
  const python = await loadPyodide(options);
  python.runPython("import _cell, torch, numpy, matplotlib.pyplot");
  // An underscore in Pyodide's words: the version is pinned, and a page starts without a snapshot, too.
  const snapshot = (python as unknown as { makeMemorySnapshot(): Uint8Array }).makeMemorySnapshot();
  writeFileSync(join(folder, "snapshot.bin"), snapshot);
  writeFileSync(join(folder, "lock.json"), JSON.stringify(lockFile()));

  const travels = fileNames.map((name) => {
    const own = join(folder, name);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 };
    return [
      name,
      brotliCompressSync(readFileSync(existsSync(own) ? own : join(pyodide, name)), { params }).length,
    ];
  });
  writeFileSync(join(folder, "travels.json"), JSON.stringify(Object.fromEntries(travels)));
}

/** The lock file's part that Pyodide looks at when no packages are wanted. */
const lockFile = (): object => ({
  info: JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8")).info,
  packages: {},
});

/** A zip, stored, of those files of the standard library that the modules need, and of the lessons' own. */
function slimLibrary(python: PyodideInterface): Uint8Array {
  python.globals.set("wanted", python.toPy(modules));
  python.globals.set("own", python.toPy(lessonModules().map(({ name, text }) => [name, text])));
  const bytes = python.runPython(`
import importlib, io, sys, zipfile
for name in wanted:
    importlib.import_module(name)
whole = zipfile.ZipFile(next(path for path in sys.path if path.endswith(".zip")))
used = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
used |= {getattr(getattr(module, "__spec__", None), "origin", None) or "" for module in list(sys.modules.values())}
names = sorted(name for name in whole.namelist() if any(path.endswith(".zip/" + name) for path in used))
# What starts Pyodide is frozen or imported before all else.
names = sorted({*names, *(n for n in whole.namelist() if n.startswith(("pyodide/", "_pyodide/")) and n.endswith(".py"))})
output = io.BytesIO()
with zipfile.ZipFile(output, "w", zipfile.ZIP_STORED) as slim:
    for name, text in [*((name, whole.read(name)) for name in names), *own]:
        slim.writestr(zipfile.ZipInfo(name), text)
output.getvalue()
`);
  const zip = bytes.toJs();
  bytes.destroy();
  return zip;
}

const virtual = "virtual:python-files";

/** A Vite plugin: the module `virtual:python-files`, and the files that it lists as files of the site. */
export function python(): Plugin {
  let config: ResolvedConfig;
  let served: Map<string, PythonFile> | undefined;

  const listed = (files: PythonFile[], address: (file: PythonFile) => string) =>
    `export const files = [${files
      .map((file) => {
        const { name, bytes, travels } = file;
        return `{ name: ${JSON.stringify(name)}, url: ${address(file)}, length: ${bytes.length}, travels: ${travels} }`;
      })
      .join(",\n")}];`;

  return {
    name: "tril:python",
    configResolved(resolved) {
      config = resolved;
    },
    resolveId: (id) => (id === virtual ? `\0${virtual}.js` : undefined),
    async load(id) {
      if (id !== `\0${virtual}.js`) return;
      if (this.environment.config.consumer === "server") return "export const files = [];";
      const files = await pythonFiles();
      if (config.command === "serve") {
        served = new Map(files.map((file) => [`${config.base}@python/${file.name}`, file]));
        return listed(files, ({ name }) => JSON.stringify(`${config.base}@python/${name}`));
      }
      return listed(files, ({ name, bytes }) => {
        const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
        const fileName = `python/${name.replace(/(\.\w+)$/, `-${hash}$1`)}`;
        return `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "asset", fileName, source: bytes })}`;
      });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = served?.get(request.url ?? "");
        if (!file) return next();
        response.setHeader("content-type", "application/octet-stream");
        response.end(file.bytes);
      });
    },
  };
}
