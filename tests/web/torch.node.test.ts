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
import printing from "../golden/torch/printing.json" with { type: "json" };
import rounding from "../golden/torch/rounding.json" with { type: "json" };
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

describe("the golden expressions, byte for byte", () => {
  const imports =
    "import torch\nfrom torch import inf, nan, nn\nimport torch.nn.functional as F\nimport numpy as np";

  test.each(printing.cases as { expr: string; [field: string]: unknown }[])("$expr", (golden) => {
    python.pyimport("_cell").begin();
    const statements = golden.expr.split(";");
    const last = statements.pop()!.trim();
    const fields = Object.keys(golden).filter((field) => field !== "expr");
    expect(fields.every((field) => field in inPython)).toBe(true);
    const code = [imports, "torch.manual_seed(20240)", ...statements, `it = ${last}`];
    expect(run(`${code.join("\n")}\nNone`)).toEqual({ printed: "" });
    for (const field of fields) {
      const { printed, error } = run(`import json\nprint(json.dumps(${inPython[field]}))`);
      expect(error).toBeUndefined();
      const value = JSON.parse(printed.replace(/NaN|-?Infinity/g, (word) => oddNumbers[word]!));
      if (field === "data") expectNumbers(value, golden.data);
      else expect(value, field).toEqual(golden[field]);
    }
  });

  /** The same numbers; those of randn may be 2 units in the last place away. */
  function expectNumbers(actual: unknown, expected: unknown) {
    const [numbers, wanted] = [[actual].flat(9), [expected].flat(9)];
    expect(numbers.length).toBe(wanted.length);
    for (const [i, number] of wanted.entries())
      if (typeof number === "number")
        expect(Math.abs((numbers[i] as number) - number)).toBeLessThanOrEqual(2.4e-7 * Math.abs(number));
      else expect(numbers[i]).toBe(number);
  }

  const oddNumbers: Record<string, string> = { NaN: '"nan"', Infinity: '"inf"', "-Infinity": '"-inf"' };
  const inPython: Record<string, string> = {
    str: "str(it)",
    repr: "repr(it)",
    dtype: "str(it.dtype)",
    shape: "list(it.shape)",
    requires_grad: "it.requires_grad",
    data: "it.detach().tolist()",
  };
});

test("Python's round and numpy's, which differ", () => {
  run("import numpy as np");
  for (const { x, decimals, numpy, python: own } of rounding.cases)
    expect(
      run(`print(round(float(${x}), ${decimals}) == ${own}, np.round(float(${x}), ${decimals}) == ${numpy})`),
    ).toEqual({
      printed: "True True\n",
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
    ["%matplotlib inline", { line: 1, hint: expect.stringContaining("not Python") }],
    ["1\nreturn 2", { line: 2, hint: expect.stringContaining("belongs in a function") }],
    ["print = 3\nprint(4)", { line: 2, hint: expect.stringContaining("`del print` gives") }],
    ["del print\né = 1; é / 0", { name: "ZeroDivisionError", line: 2, column: 8 }],
    ["f'{(1}'", { name: "SyntaxError", line: 1, column: 6 }],
    ["class Odd(Exception):\n  def __str__(self): 1 / 0\nraise Odd", { name: "Odd", line: 3 }],
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
