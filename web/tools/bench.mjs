// `npm run bench`: speed, as ratios in the same run. `npm run bench -- train` runs only that one.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { setUp } from "./setup.mjs";

setUp("test");
await build();

const folder = join(import.meta.dirname, "../../tests/bench");
const all = readdirSync(folder)
  .filter((name) => name.endsWith(".bench.ts"))
  .map((name) => name.replace(".bench.ts", ""));
const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : all) {
  if (!all.includes(name)) throw new Error(`there is no bench '${name}'; there are ${all.join(", ")}`);
  console.log(`\n== ${name}`);
  const { createServer } = await import("vite");
  const server = await createServer({
    configFile: false,
    logLevel: "warn",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const { run } = await server.ssrLoadModule(`/tests/bench/${name}.bench.ts`);
  await run();
  await server.close();
}
