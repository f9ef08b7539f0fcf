// Pages made of a lesson's file: what the parser alone cannot see is reported by file and line as well.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderPages } from "../../web/site/pages.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tril-pages-"));
  mkdirSync(join(root, "public/lessons"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

function render(lesson: string) {
  const write = (name: string, text: string) => writeFileSync(join(root, "public/lessons", name), text);
  write("list.json", '{ "words": [], "vectors": [], "attention": ["broken"] }');
  write("terms.yaml", "- id: score\n  term: score\n  says: A number.\n  lesson: broken\n");
  write("broken.md", lesson);
  return renderPages(root);
}

const head = "---\ntitle: T\ngoal: G\nsummary: S\n---\n\nText.\n\n"; // its last line is line 8
const table = `\`\`\`picture mirror-table
names: [a, b]
table: [[1, 2], [3, 4]]
words: { title: t, number: n, rows: r, columns: c, differs: d, agrees: a }
\`\`\`
`;
const asked = (goal: string) => `\`\`\`exercise
question: Q
kind: picture
answer: ${goal}
solution: { table: [[1, 1], [1, 1]] }
because: B
\`\`\`
`;

test("a lesson without a mistake becomes a page", async () => {
  const pages = await render(`${head}${table}`);
  expect(pages.find(({ path }) => path === "lessons/broken/index.html")?.html).toContain("<h1>T</h1>");
});

test.each([
  ["bad front matter", "---\ntitle: T\n---\n", ":1: `goal` in the front matter is missing"],
  ["front matter that is no YAML", "---\ntitle: T\ngoal: a: b\n---\n", ":3: "],
  ["an unknown picture", `${head}\`\`\`picture nope\n\`\`\`\n`, ":9: there is no picture 'nope'; there are "],
  [
    "a picture without its data",
    `${head}\`\`\`picture mirror-table\nnames: [a]\n\`\`\`\n`,
    ":9: `table` is a list of rows of numbers",
  ],
  [
    "a mistake that the picture cannot make",
    `${head}${table}\`\`\`wrong upsideDown\nlabel: L\nsays: S\n\`\`\`\n`,
    ":14: ",
  ],
  [
    "a goal that the picture does not know",
    `${head}${table}${asked("all-equal")}`,
    ":14: the picture mirror-table",
  ],
  [
    "an answer that is no number",
    `${head}\`\`\`exercise\nquestion: Q\nanswer: two\nbecause: B\n\`\`\`\n`,
    ":9: the `answer`",
  ],
  ["a term that the glossary lacks", `${head}A [b](term:b).\n`, ":9: the glossary has no term `b`"],
])("%s is reported by file and line", async (_, lesson, message) => {
  await expect(render(lesson)).rejects.toThrow(`public/lessons/broken.md${message}`);
});
