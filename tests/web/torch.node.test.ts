// The lessons' torch and numpy against what real PyTorch and numpy printed (tests/golden/torch-snippets).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadPyodide, type PyodideInterface } from "pyodide";
import { beforeAll, describe, expect, test } from "vitest";
import { parseLesson } from "../../web/lessons/parse.ts";
import { takeaways } from "../../web/lessons/takeaway.ts";
import { readTerms } from "../../web/lessons/terms.ts";
import { startTensors } from "../../web/python/tensors.ts";
import { lessonModules } from "../../web/tools/python.ts";
import recorded from "../golden/torch-snippets/recorded.json" with { type: "json" };

let python: PyodideInterface;
let printed = "";
let pictures: string[] = [];

beforeAll(async () => {
  python = await loadPyodide();
  python.setStdout({ write: (bytes) => keep(bytes) });
  python.registerJsModule("_tril", await startTensors());
  python.registerJsModule("_cell_host", { picture: (json: string) => pictures.push(json) });
  for (const { name, text } of lessonModules()) {
    python.FS.mkdirTree(`/lessons/${name}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`/lessons/${name}`, text);
  }
  python.runPython("import sys; sys.path.insert(0, '/lessons'); import _cell");
});

const decoder = new TextDecoder();
function keep(bytes: Uint8Array) {
  printed += decoder.decode(bytes, { stream: true });
  return bytes.length;
}

/** What a cell prints, and the error it ends with. */
function run(code: string): {
  printed: string;
  error?: { name: string; message: string; line?: number; hint?: string };
} {
  printed = "";
  pictures = [];
  const error = python.pyimport("_cell").run(code) as string | undefined;
  return error ? { printed, error: JSON.parse(error) } : { printed };
}

describe("prints what PyTorch prints", () => {
  test.each(recorded.snippets)("$name", ({ code, output }) => {
    python.pyimport("_cell").begin();
    run("import torch\nfrom torch import nn\nimport torch.nn.functional as F\nimport numpy as np");
    // A value that the last line leaves would be shown, as in a notebook.
    const { printed, error } = run(`${code}\nNone`);
    expect(printed + (error ? `${error.name}: ${error.message}\n` : "")).toBe(output);
  });
});

describe("what a lesson gives to take along", () => {
  const folder = join(import.meta.dirname, "../../public/lessons");
  const slugs = Object.values<string[]>(JSON.parse(readFileSync(join(folder, "list.json"), "utf8"))).flat();
  const terms = readTerms(readFileSync(join(folder, "terms.yaml"), "utf8"));

  test.each(slugs)("%s", (slug) => {
    const lesson = parseLesson(slug, readFileSync(join(folder, `${slug}.md`), "utf8"), terms);
    const outputs = lesson.blocks.flatMap((block) =>
      block.type === "code" ? block.versions.filter(({ language }) => language === "python") : [],
    );
    const [script, notebook] = takeaways(lesson);
    if (!script) return expect(outputs).toEqual([]);
    const expected = outputs.map(({ output }) => `${output}\n`).join("");
    expect(lesson.checks.join()).toContain("assert");

    python.pyimport("_cell").begin();
    expect(run(script.text)).toEqual({ printed: expected });

    python.pyimport("_cell").begin();
    const { cells } = JSON.parse(notebook!.text);
    const codes = cells.filter((cell: { cell_type: string }) => cell.cell_type === "code");
    const ran = codes.map(({ source }: { source: string[] }) => run(source.join("")));
    expect(ran.map(({ error }: ReturnType<typeof run>) => error)).toEqual(ran.map(() => undefined));
    expect(ran.map(({ printed }: ReturnType<typeof run>) => printed).join("")).toBe(expected);
  });
});

describe("a cell of Python", () => {
  test.each([
    ["x = [1,\nprint(x", { name: "SyntaxError", line: 2, hint: expect.stringContaining("bracket") }],
    ["\nnot_made", { name: "NameError", line: 2, hint: expect.stringContaining("cells above") }],
    ["def f():\n    return 1 / 0\n\nf()", { name: "ZeroDivisionError", line: 2 }],
    ["import transformers", { line: 1, hint: expect.stringContaining("no network") }],
    ["import torch.optim", { line: 1, hint: expect.stringContaining("small part of torch") }],
    [
      "import torch\ntorch.einsum('i,i', 1, 2)",
      { message: expect.stringContaining("tril's lesson torch has no torch.einsum") },
    ],
    ["import torch\ntorch.ones(1).backward()", { message: expect.stringContaining("forwards only") }],
    [
      "import torch\ntorch.ones(1).unsqeeze(0)",
      { message: expect.stringContaining("Did you mean unsqueeze?") },
    ],
    ["input('name?')", { name: "EOFError", message: expect.stringContaining("input() cannot ask") }],
  ])("tells of %j", (code, error) => {
    expect(run(code).error).toMatchObject(error);
  });

  test("a name that a failed cell was to make is told so", () => {
    run("import transformers\nlost_model = transformers.AutoModel()");
    expect(run("lost_model").error?.hint).toContain("A cell above was to make `lost_model`");
  });

  test("cells share their names, and the last line's value is shown", () => {
    run("a = 2");
    expect(run("a + 1")).toEqual({ printed: "3\n" });
    python.pyimport("_cell").begin();
    expect(run("a").error?.name).toBe("NameError");
  });

  test("show and pyplot give pictures", () => {
    run("import torch\nshow(torch.tensor([[1., float('nan')]]))");
    expect(JSON.parse(pictures[0]!)).toEqual({ kind: "matrix", rows: 1, columns: 2, values: [1, "nan"] });
    run("import matplotlib.pyplot as plt\nplt.plot([1, 2], [3, 4], 'r--')\nplt.title('T')");
    expect(JSON.parse(pictures[0]!).axes).toEqual([
      { title: "T", marks: [{ kind: "line", x: [1, 2], y: [3, 4], color: "red", dashed: true }] },
    ]);
  });
});
