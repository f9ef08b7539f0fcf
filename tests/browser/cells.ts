// Runs the Python of a folder of folders, one after another in one set of names, and compares what it prints with
// the text beside it.
//
// In each folder: `code.py`; `actual.txt` or `expected.txt`, what it prints; perhaps `driver.py`, run behind the
// code, and `code_fixed.py`, a repaired form that later folders build on. An `index.json` may list the folders in
// order, as { blocks: [{ id, seed_file, run, run_with, runnable_here }] }: names are shared within a `seed_file`;
// `run` names the driver; `run_with` a JSON file of values that replace those the code draws; `runnable_here: false`
// says that an explanation is all that can be had.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";

export interface CellEnd {
  printed: string;
  /** The error that it ended with, and the second sentence. */
  failure?: string;
  hint?: string;
}

export interface Verdict {
  id: string;
  /** "same": prints what it should; "explained": fails with a sentence that helps; "ran": nothing to compare with. */
  verdict: "same" | "same but for spaces" | "explained" | "ran" | "DIFFERENT" | "FAILED";
  printed: string;
  wanted?: string;
  failure?: string;
}

interface Block {
  id: string;
  seed_file?: string;
  run?: string;
  run_with?: string;
  runnable_here?: boolean;
}

// What was printed beyond the code when its output was recorded.
const recordedToo: Record<string, string> = {
  "000-02-tokenizer-base": "print(Tokenizer().vocab)",
  "000-03-bpe-class":
    'try:\n    bpe.encode("happily")\nexcept NameError as error:\n    print("encode ->", type(error).__name__, error)',
};

export async function* runFolder(
  folder: string,
  run: (code: string) => Promise<CellEnd>,
): AsyncGenerator<Verdict> {
  let source: string | undefined;
  for (const block of blocksOf(folder)) {
    const { id } = block;
    const read = (name: string) => {
      const file = join(folder, id, name);
      return existsSync(file) ? readFileSync(file, "utf8") : undefined;
    };
    const code = read("code.py");
    if (code === undefined) continue;
    if (source !== (block.seed_file ?? "")) await run("import _cell; _cell.begin()");
    source = block.seed_file ?? "";

    const given = block.run_with ? JSON.parse(read(block.run_with)!) : {};
    const parts = [withValues(code, given), read(block.run ?? "driver.py"), recordedToo[id]];
    const { printed, failure, hint } = await run(parts.filter(Boolean).join("\n"));
    const fixed = read("code_fixed.py");
    if (fixed) await run(fixed);

    const wanted = read("actual.txt") ?? read("expected.txt");
    yield { id, printed, ...judge(printed, wanted), ...(failure && judgeFailure(block, failure, hint)) };
  }
}

function blocksOf(folder: string): Block[] {
  const index = join(folder, "index.json");
  if (existsSync(index)) return JSON.parse(readFileSync(index, "utf8")).blocks;
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ id: name }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Puts a value in the place of the line that assigns to its name. */
function withValues(code: string, values: Record<string, unknown>): string {
  for (const [name, value] of Object.entries(values))
    code = code.replace(new RegExp(`^${name} = .*$`, "m"), `${name} = np.array(${JSON.stringify(value)})`);
  return code;
}

function judge(printed: string, wanted: string | undefined): Pick<Verdict, "verdict" | "wanted"> {
  if (wanted === undefined) return { verdict: "ran" };
  const lines = (text: string) => text.trimEnd().replaceAll(/[ \t]+$/gm, "");
  const loose = (text: string) => text.replaceAll(/\s+/g, " ").trim();
  if (lines(printed) === lines(wanted)) return { verdict: "same" };
  return { verdict: loose(printed) === loose(wanted) ? "same but for spaces" : "DIFFERENT", wanted };
}

function judgeFailure({ runnable_here }: Block, failure: string, hint: string | undefined) {
  const explained = runnable_here === false || /NameError: name '\w+' is not defined/.test(failure);
  const verdict: Verdict["verdict"] = explained && hint ? "explained" : "FAILED";
  return { verdict, failure: hint ? `${failure} ${hint}` : failure };
}

/** Runs code in the first Python cell of a lesson's page, as a learner does. */
export async function runInCell(page: Page, code: string): Promise<CellEnd> {
  const cell = page.locator("[data-language=python]").first();
  const shown = cell.locator(".tril-cell-code > pre");
  await cell.scrollIntoViewIfNeeded();
  await cell.locator(".tril-cell-run:not([disabled])").waitFor();
  if (await shown.isVisible()) await shown.click();
  await cell.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(code);
  await cell.getByRole("button", { name: "Run", exact: true }).click();
  await cell.and(page.locator("[data-state=done], [data-state=failed]")).waitFor({ timeout: 120_000 });
  // Only the output of a run is labelled so; before it, what is expected stands there.
  await cell.getByText("Output", { exact: true }).waitFor();
  const texts = await Promise.all(
    [".tril-cell-result > pre", ".tril-cell-failure > p:first-child", ".tril-cell-help"].map(
      async (selector) => (await cell.locator(selector).allTextContents()).at(0),
    ),
  );
  const [printed = "", failure, hint] = texts;
  return { printed, ...(failure && { failure }), ...(hint && { hint }) };
}
