// `npm start`: builds, then serves the lessons. `npm start -- --port N` picks the port.

import { build } from "./build.mjs";

await build(["wasm", "package", "site"]);

const at = process.argv.indexOf("--port");
const port = at > 0 ? Number(process.argv[at + 1]) : 4173;
const { preview } = await import("vite");
const server = await preview({ preview: { port, strictPort: at > 0 } });
console.log(`\n  tril's lessons are at ${server.resolvedUrls.local[0]}   (Ctrl+C ends)\n`);
