// What people have to download, and the most that it may be. Sizes are after brotli, as servers send them.
// (What a lesson's page transfers is measured in a browser, by tests/browser/site.test.ts.)

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const budgets = { "dist/index.js": 97_000 };

export function checkSizes(root) {
  return Object.entries(budgets)
    .filter(([name]) => existsSync(join(root, name)))
    .map(([name, most]) => ({ name, most, size: brotliCompressSync(readFileSync(join(root, name))).length }));
}
