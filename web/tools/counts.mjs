// Counts the instructions of the kernels (tests/cpp/counts.cpp) and compares them with what is recorded in
// tests/golden/instructions.json: dearer is a regression, cheaper is to be recorded. `--record` writes the file.
//
// Costs are in steps of a plain loop that the same compiler made. They differ a little from compiler to compiler:
// those that the file names are held to a few hundredths, others only to its first entry, and loosely.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "./setup.mjs";

const root = join(import.meta.dirname, "../..");
const file = join(root, "tests/golden/instructions.json");
const folder = join(root, "build/results/counts");
const tolerance = { known: 0.03, unknown: 0.4 };

/** The compiler's name, and each part's cost. */
function measure() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { status, stdout, stderr } = spawnSync(
    "valgrind",
    [
      "--tool=callgrind",
      `--callgrind-out-file=${join(folder, "out")}`,
      join(root, "build/native/tests/cpp/tril-counts"),
    ],
    { encoding: "utf8" },
  );
  if (status !== 0) fail(`callgrind failed: ${stderr}`);
  const perUnit = {};
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), "utf8");
    const [, part, units] = /^desc: Trigger: Client Request: (.+) (\d+)$/m.exec(text) ?? [];
    if (part) perUnit[part] = Number(/^(?:totals|summary): (\d+)/m.exec(text)[1]) / Number(units);
  }
  const { plain, ...parts } = perUnit;
  const costs = Object.entries(parts).map(([part, cost]) => [part, Number((cost / plain).toPrecision(4))]);
  return { compiler: stdout.trim(), costs: Object.fromEntries(costs.sort()) };
}

const recorded = JSON.parse(readFileSync(file, "utf8"));
const { compiler, costs } = measure();
if (process.argv.includes("--record")) {
  writeFileSync(file, `${JSON.stringify({ ...recorded, [compiler]: costs }, null, 2)}\n`);
  console.log(`recorded for ${compiler}`);
} else {
  const isKnown = compiler in recorded;
  const expected = recorded[compiler] ?? Object.values(recorded)[0];
  const most = isKnown ? tolerance.known : tolerance.unknown;
  let failed = 0;
  console.log(`${compiler}${isKnown ? "" : ", which is not recorded"}: steps of a plain loop`);
  for (const part of new Set([...Object.keys(costs), ...Object.keys(expected)])) {
    const change = costs[part] / expected[part] - 1;
    const holds = Math.abs(change) <= most;
    if (!holds) failed++;
    console.log(`${holds ? "ok  " : "FAIL"} ${part}: ${costs[part]}, recorded ${expected[part]}`);
  }
  if (failed > 0) {
    console.log("When this is meant, or the compiler's new: node web/tools/counts.mjs --record");
    process.exit(1);
  }
}
