// `npm run fuzz -- 60 minbpe files`: each fuzzer, or those that are named, for so many seconds (60 unless said).
// `npm run fuzz -- --short`: what `npm test` runs, the same inputs each time.
//
// The fuzzers in C++ (tests/fuzz/*_fuzz.cpp) are libFuzzer's and run under sanitizers. They begin with the inputs in
// tests/fuzz/corpus, and keep what they find in build/fuzz: an input that breaks something is in build/fuzz/findings.
// `files` (tests/fuzz/files.ts) changes GPT-2's and Hugging Face's files, which are read in TypeScript.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { run, setUp } from "./setup.mjs";

const root = join(import.meta.dirname, "../..");
const args = process.argv.slice(2);
const short = args.includes("--short");
const seconds = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 60);
const native = readdirSync(join(root, "tests/fuzz"))
  .filter((name) => name.endsWith("_fuzz.cpp"))
  .map((name) => name.replace("_fuzz.cpp", ""));
const all = [...native, "files"];
const named = args.filter((arg) => /^[a-z]+$/.test(arg));
for (const name of named)
  if (!all.includes(name)) throw new Error(`there is no fuzzer '${name}'; there are ${all.join(", ")}`);

/** Runs one of libFuzzer's programs, and says whether it found nothing. */
function fuzz(name) {
  const seeds = join(root, "tests/fuzz/corpus", name);
  const corpus = short ? mkdtempSync(join(tmpdir(), "tril-fuzz-")) : join(root, "build/fuzz/corpus", name);
  const findings = join(root, "build/fuzz/findings");
  for (const folder of [corpus, findings]) mkdirSync(folder, { recursive: true });
  const limits = short ? ["-runs=2000", "-seed=1"] : [`-max_total_time=${seconds}`];
  const options = [
    ...limits,
    "-max_len=2048",
    "-timeout=60",
    "-rss_limit_mb=2048",
    "-print_final_stats=1",
    `-artifact_prefix=${findings}/${name}-`,
  ];
  const { status, stderr } = spawnSync(
    join(root, `build/fuzz/tests/fuzz/${name}_fuzz`),
    [...options, corpus, seeds],
    { encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "ignore", "pipe"] },
  );
  if (short) rmSync(corpus, { recursive: true });
  const runs = /number_of_executed_units: *(\d+)/.exec(stderr)?.[1] ?? 0;
  if (status === 0) console.log(`${name}: ${runs} runs, no finding`);
  else console.log(`${stderr.split("\n").slice(-60).join("\n")}\n${name}: a finding`);
  return status === 0;
}

/** Changes files in JavaScript. */
async function files() {
  const { createServer } = await import("vite");
  const server = await createServer({
    configFile: false,
    root,
    logLevel: "warn",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const { load } = await server.ssrLoadModule("/web/core/index.ts");
  const { fuzzFiles } = await server.ssrLoadModule("/tests/fuzz/files.ts");
  const end = performance.now() + 1000 * seconds;
  const { runs, read } = fuzzFiles(await load(), Date.now(), () => performance.now() < end);
  console.log(`files: ${runs} runs, ${read} files read, the others refused, no finding`);
  await server.close();
}

setUp("test");
run("cmake", ["--preset", "fuzz"]);
run("cmake", ["--build", "--preset", "fuzz"]);
const wanted = named.length > 0 ? named : all;
let clean = true;
for (const name of native) if (wanted.includes(name)) clean = fuzz(name) && clean;
// The short run of this one is a test of its own, in Node and in Chromium.
if (wanted.includes("files") && !short) {
  await build(["wasm"]);
  await files();
}
process.exit(clean ? 0 : 1);
