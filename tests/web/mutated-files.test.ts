import { expect, test } from "vitest";
import { load } from "../../web/core/index.ts";
import { fuzzFiles } from "../fuzz/files.ts";

test("files that were changed at random are read or refused (more of them: `npm run fuzz`)", async () => {
  const { runs, read } = fuzzFiles(await load(), 1, (run) => run < 5000);
  expect(runs).toBe(5000);
  expect(read).toBeGreaterThan(500);
  expect(runs - read).toBeGreaterThan(500);
});
