// Builds everything: C++ -> build/wasm, the package -> dist, the site -> build/site.

import { setUp } from "./setup.mjs";

/** Builds all, or what `targets` names. Node packages are imported only after the set-up has installed them. */
export async function build(targets = ["wasm", "package", "site"]) {
  setUp();
  const steps = await import("./steps.mjs");
  for (const target of targets) await steps[target]();
}

if (process.argv[1] === import.meta.filename)
  await build(process.argv.length > 2 ? process.argv.slice(2) : undefined);
