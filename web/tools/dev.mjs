// `npm run dev`: serves the site with live reload, and rebuilds the core when a C++ file changes.

import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";

await build(["wasm"]);

const root = join(import.meta.dirname, "../..");
let running = false;
let again = false;
function rebuild() {
  again = running;
  if (running) return;
  running = true;
  const child = spawn(process.execPath, [join(import.meta.dirname, "build.mjs"), "wasm"], {
    stdio: "inherit",
  });
  child.on("exit", () => {
    running = false;
    if (again) rebuild();
  });
}
watch(
  join(root, "cpp"),
  { recursive: true },
  (_, file) => /\.(h|cpp|inc|txt)$/.test(file ?? "") && rebuild(),
);

const { createServer } = await import("vite");
const server = await createServer();
await server.listen();
server.printUrls();
