// `npm test`: builds everything, runs every test, and adds the runners' own counts up in its last line.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setUp } from "./setup.mjs";

const root = join(import.meta.dirname, "../..");
const results = join(root, "build/results");

/** Runs a command, shows its output at once or when it has ended, and says whether it succeeded. */
async function succeeds(command, args, { later = false } = {}) {
  const title = `\n$ ${[command, ...args].join(" ")}\n`;
  if (!later) process.stdout.write(title);
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", later ? "pipe" : "inherit", "inherit"] });
  const shown = [];
  child.stdout?.on("data", (chunk) => shown.push(chunk));
  const [code] = await once(child, "close");
  if (later) process.stdout.write(Buffer.concat([Buffer.from(title), ...shown]));
  return code === 0;
}

/** A runner's own report, or nothing when it did not get so far. */
function report(name) {
  try {
    return JSON.parse(readFileSync(join(results, `${name}.json`), "utf8"));
  } catch {
    return undefined;
  }
}

/** Runs one of the programs that the C++ tests were built into. */
async function native(program) {
  const json = `--gtest_output=json:${join(results, `${program}.json`)}`;
  const runner = join(root, "build/native/tests/cpp", program);
  const succeeded = await succeeds(runner, ["--gtest_brief=1", json], { later: true });
  const { tests = 0, failures = 0 } = report(program) ?? {};
  return { name: `C++, ${program}`, succeeded, passed: tests - failures, failed: failures };
}

/** Runs one project of tests/vitest.config.ts. */
async function vitest(project) {
  const output = `--outputFile.json=${join(results, `${project}.json`)}`;
  const args = ["vitest", "run", "--config", "tests/vitest.config.ts", "--project", project];
  const succeeded = await succeeds("npx", [...args, "--reporter=default", "--reporter=json", output]);
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = report(project) ?? {};
  return { name: `TypeScript, ${project}`, succeeded, passed, failed };
}

/** Runs a script that either succeeds or not: it counts as one test. */
async function script(name, [file, ...args], how) {
  const succeeded = await succeeds(process.execPath, [join(import.meta.dirname, file), ...args], how);
  return { name, succeeded, passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 };
}

// Freed memory that is held back for longer finds no more here, and takes half of the sanitized tests' time.
process.env.ASAN_OPTIONS ??= "quarantine_size_mb=16";

setUp("test");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const parts = [await script("build", ["build.mjs"])];
if (parts[0].succeeded) {
  // Two lanes, as most machines have two cores. What the first one prints is shown when each of its parts has ended.
  const later = { later: true };
  const lanes = [
    [
      () => script("build of the C++ tests", ["build.mjs", "native"], later),
      () => native("tril-tests"),
      () => native("tril-tests-sanitized"),
      ...(process.platform === "linux" ? [() => script("instruction counts", ["counts.mjs"], later)] : []),
      () => script("fuzzers, a short run", ["fuzz.mjs", "--short"], later),
    ],
    [
      () => script("check", ["check.mjs"]),
      () => vitest("node"),
      () => vitest("chromium"),
      () => vitest("built"),
    ],
  ];
  const inTurn = async (lane) => {
    const done = [];
    for (const part of lane) done.push(await part());
    return done;
  };
  parts.push(...(await Promise.all(lanes.map(inTurn))).flat());
}

console.log("");
for (const part of parts) {
  // A runner that fails without a failed test (it crashed, or found none) counts as one failure.
  if (!part.succeeded && part.failed === 0) part.failed = 1;
  if (part.succeeded && part.passed === 0) part.failed = 1;
  console.log(`${part.name}: ${part.passed} passed, ${part.failed} failed`);
}
const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") === 0 ? 0 : 1);
