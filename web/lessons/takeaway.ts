// A lesson's Python to take along: one file for Python, one for Jupyter. Both are plain PyTorch, and end in
// assertions against the numbers on the page.

import type { Lesson } from "./lesson.ts";

/** A file that lies beside the lesson's page. */
export interface Takeaway {
  name: string;
  text: string;
}

/** The lesson's Python as `SLUG.py` and `SLUG.ipynb`; nothing when it has none. */
export function takeaways(lesson: Lesson): Takeaway[] {
  const cells = pythonOf(lesson);
  if (cells.length === 0) return [];
  const checks = lesson.checks.join("\n");
  const about = `The Python of the lesson “${lesson.title}”. It needs PyTorch.`;
  const end = "The numbers on the page:";
  return [
    {
      name: `${lesson.slug}.py`,
      text: `${[`# ${about}\n`, ...cells, ...(checks ? [`# ${end}`, checks] : [])].join("\n").trimEnd()}\n`,
    },
    {
      name: `${lesson.slug}.ipynb`,
      text: notebook([
        ["markdown", `# ${lesson.title}\n\n${about}`],
        ...cells.map((code): NotebookCell => ["code", code.trimEnd()]),
        ...(checks
          ? ([
              ["markdown", end],
              ["code", checks],
            ] as NotebookCell[])
          : []),
      ]),
    },
  ];
}

/** A lesson's cells of Python, from top to bottom. */
function pythonOf({ blocks }: Lesson): string[] {
  return blocks.flatMap((block) =>
    block.type === "code"
      ? block.versions.filter(({ language }) => language === "python").map(({ code }) => `${code}\n`)
      : [],
  );
}

type NotebookCell = [type: "markdown" | "code", source: string];

/** Jupyter's format, version 4.5. */
function notebook(cells: NotebookCell[]): string {
  const metadata = {
    kernelspec: { display_name: "Python 3", language: "python", name: "python3" },
    language_info: { name: "python" },
  };
  const made = cells.map(([cell_type, source], index) => ({
    cell_type,
    id: `cell-${index}`,
    metadata: {},
    source: source.split(/(?<=\n)/),
    ...(cell_type === "code" && { execution_count: null, outputs: [] }),
  }));
  return `${JSON.stringify({ cells: made, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}
