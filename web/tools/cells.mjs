// `npm run cells -- FOLDER`: runs every code.py of a folder of folders through the built site's own Python cell, in
// Chromium, and compares what it prints with the actual.txt or expected.txt beside it (tests/browser/cells.ts says
// how). Prints a verdict each; `--built` takes the site as it is.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "./build.mjs";
import { fail, setUp } from "./setup.mjs";

const root = join(import.meta.dirname, "../..");
const folder = process.argv.slice(2).find((word) => !word.startsWith("--"));
if (!folder || !existsSync(folder))
  fail("npm run cells -- FOLDER needs a folder of folders with a code.py in each.");

setUp("test");
if (!process.argv.includes("--built")) await build();

const { createServer } = await import("vite");
const modules = await createServer({
  configFile: false,
  root,
  logLevel: "warn",
  appType: "custom",
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const [{ runFolder, runInCell }, { launch, open }, { serve, sitePolicy }] = await Promise.all(
  ["cells", "chromium", "server"].map((name) => modules.ssrLoadModule(`/tests/browser/${name}.ts`)),
);
const site = await serve(join(root, "build/site"), { headers: { "content-security-policy": sitePolicy } });
const browser = await launch();
const { page } = await open(browser, `${site.url}lessons/weighted-mix/`);

const counts = {};
let failed = false;
for await (const { id, verdict, printed, wanted, failure } of runFolder(resolve(folder), (code) =>
  runInCell(page, code),
)) {
  counts[verdict] = (counts[verdict] ?? 0) + 1;
  console.log(`${id.padEnd(30)} ${verdict}${failure ? `: ${failure}` : ""}`);
  if (verdict !== "DIFFERENT" && verdict !== "FAILED") continue;
  failed = true;
  console.log(`--- printed\n${printed}\n--- wanted\n${wanted ?? "(nothing is known)"}\n---`);
}
console.log(
  Object.entries(counts)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(", "),
);
await browser.close();
await site.close();
await modules.close();
process.exit(failed ? 1 : 0);
