// `npm run check`: format, lint, types, imports one way, sizes.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setUp } from "./setup.mjs";

setUp("test");
const root = join(import.meta.dirname, "../..");
const { checkSizes } = await import("./sizes.mjs");

const cpp = ["cpp/core", "cpp/bindings", "tests/cpp", "tests/fuzz"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => /\.(h|cpp)$/.test(name))
    .map((name) => `${folder}/${name}`),
);

const checks = {
  "format and lint, TypeScript": ["npx", "biome", "check", "--error-on-warnings", "."],
  "format, C++": ["npx", "clang-format", "--dry-run", "-Werror", ...cpp],
  types: ["npx", "tsc", "-p", "."],
};

let failed = 0;
for (const [name, [command, ...args]] of Object.entries(checks)) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${name}`);
  if (status !== 0) failed++;
}
for (const { name, size, most } of checkSizes(root)) {
  const fits = size <= most;
  console.log(`${fits ? "ok  " : "FAIL"} ${name}: ${size} bytes gzip, at most ${most}`);
  if (!fits) failed++;
}
process.exit(failed === 0 ? 0 : 1);
