// What people have to download, and the most that it may be. Sizes are after gzip, as servers send them; the
// WebAssembly inside is deflated already, so brotli gains little. (The aim is 60,000: attention, words and printing
// came in faster than the diet.)
// (What a lesson's page transfers is measured in a browser, by tests/browser/site.test.ts.)

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const budgets = { "dist/index.js": 81_300 };

export function checkSizes(root) {
  return Object.entries(budgets)
    .filter(([name]) => existsSync(join(root, name)))
    .map(([name, most]) => ({
      name,
      most,
      size: gzipSync(readFileSync(join(root, name)), { level: 9 }).length,
    }));
}
