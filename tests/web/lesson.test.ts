// Lesson files: what the parser takes, and how it reports what it does not.

import { describe, expect, test } from "vitest";
import { checkAnswer } from "../../web/lessons/answers.ts";
import type { Exercise } from "../../web/lessons/lesson.ts";
import { parseLesson } from "../../web/lessons/parse.ts";
import { readBlock, readNumber } from "../../web/pictures/entry.ts";
import { short, tiny } from "../../web/pictures/numbers.ts";

const head = "---\ntitle: T\ngoal: G\nsummary: S\n---\n";
const exercise = (yaml: string) => `${head}\n\`\`\`exercise\n${yaml}\n\`\`\`\n`;
const good = "question: Q?\nanswer: 0.75\nbecause: B.\n";

describe("parseLesson", () => {
  test("reads front matter, sections, cells, pictures and exercises in order", () => {
    const text = `${head}Hello *you*.\n\n## Key points\n\n\`\`\`js run\nprint(1)\n\`\`\`\n\n\`\`\`output\n1\n\`\`\`\n\n\`\`\`picture p\na: 1\n\`\`\`\n`;
    const { title, slug, blocks } = parseLesson("public/lessons/hello.md", text);
    expect([title, slug]).toEqual(["T", "hello"]);
    expect(blocks.map(({ type }) => type)).toEqual(["prose", "section", "code", "picture"]);
    expect(blocks[0]).toEqual({ type: "prose", html: "<p>Hello <em>you</em>.</p>\n" });
    const version = { language: "js", line: 14, code: "print(1)", output: "1" };
    expect(blocks[2]).toEqual({ type: "code", id: "code-1", versions: [version] });
    expect(blocks[3]).toMatchObject({ id: "picture-1", name: "p", data: { a: 1 } });
  });

  test("the same in two languages, right after one another, is one cell; checks are kept apart", () => {
    const cell = (language: string) => `\`\`\`${language} run\n1\n\`\`\`\n\n\`\`\`output\n1\n\`\`\`\n\n`;
    const text = `${head}${cell("python")}${cell("js")}${cell("js")}Text.\n\n${cell("python")}\`\`\`python check\nassert 1\n\`\`\`\n`;
    const { blocks, checks } = parseLesson("l.md", text);
    const languages = blocks.map(
      (block) => block.type === "code" && block.versions.map(({ language }) => language),
    );
    expect(languages).toEqual([["python", "js"], ["js"], false, ["python"]]);
    expect(checks).toEqual(["assert 1"]);
  });

  test("what can be chosen may hold code, and stays what the answer names", () => {
    const [choice] = parseLesson(
      "l.md",
      exercise("question: Q\nkind: choice\nanswer: a `b` <i>\noptions: [a `b` <i>]\nbecause: B"),
    ).blocks;
    expect(choice).toMatchObject({ options: ["a `b` <i>"], labels: ["a <code>b</code> &lt;i&gt;"] });
  });

  test("a mark that follows maths or a term stays with it", () => {
    const text = `${head}See [query](term:query), then $x$. And $y$\n`;
    const [prose] = parseLesson("a.md", text).blocks;
    expect(prose).toMatchObject({
      html: expect.stringMatching(
        /See <span class="together"><button[^>]*>query<\/button>,<\/span> then <span class="together"><math.*<\/math>\.<\/span> And <math/,
      ),
    });
  });
  test("markup in prose stays text", () => {
    const [block] = parseLesson("l.md", `${head}<img src=x onerror=alert(1)>\n`).blocks;
    expect(block).toMatchObject({ html: expect.not.stringContaining("<img") });
  });

  test.each([
    ["no front matter", "# Hello\n", "l.md:1: a lesson starts with front matter"],
    ["no title", "---\ngoal: G\nsummary: S\n---\n", "l.md:1: `title` in the front matter is missing"],
    [
      "a cell without output",
      `${head}\n\`\`\`js run\n1\n\`\`\`\n`,
      "l.md:7: a block that runs is followed by",
    ],
    [
      "an unknown language",
      `${head}\n\`\`\`rust run\n1\n\`\`\`\n\`\`\`output\n\`\`\`\n`,
      "l.md:7: a block that runs is `python run` or `js run`",
    ],
    ["output alone", `${head}\`\`\`output\n1\n\`\`\`\n`, "l.md:6: an `output` block follows"],
    ["a picture without a name", `${head}\`\`\`picture\n\`\`\`\n`, "l.md:6: a picture needs a name"],
    ["broken YAML", exercise("question: a: b"), "l.md:8: "],
    ["an answer of the wrong kind", exercise(`${good}kind: choice`), "l.md:7: the `answer` does not fit"],
    [
      "a choice without its answer",
      exercise("question: Q\nkind: choice\nanswer: a\noptions: [b]\nbecause: B"),
      "one of its `options`",
    ],
    ["no reason", exercise("question: Q\nanswer: 1"), "l.md:7: `because` of an exercise is missing"],
  ])("%s is reported by file and line", (_, text, message) => {
    expect(() => parseLesson("l.md", text)).toThrow(message);
  });
});

describe("checkAnswer", () => {
  const one: Exercise = {
    type: "exercise",
    id: "e",
    line: 1,
    question: "?",
    kind: "number",
    answer: 0.75,
    tolerance: 1e-4,
    options: [],
    labels: [],
    hints: [],
    mistakes: [{ answer: 0.5, says: "Half only." }],
    because: "So it is.",
  };
  const many: Exercise = { ...one, kind: "numbers", answer: [258, 100], mistakes: [] };

  test.each(["0.75", " .75 ", "0,75", "+0.75", "7.5e-1", "0.75004"])("takes %j for 0.75", (given) => {
    expect(checkAnswer(one, given)).toEqual({ right: true, says: "Right. So it is." });
  });
  test.each([
    ["0.7", "Not yet. Try again, or take a hint."],
    ["", "Type your answer first."],
    ["three", "“three” is not a number that I can read. Write it like 0.75."],
  ])("answers %j with %j", (given, says) => {
    expect(checkAnswer(one, given)).toEqual({ right: false, says });
  });
  test("knows a mistake that has a name", () => {
    expect(checkAnswer(one, "0.5")).toEqual({ right: false, says: "Half only.", isMistake: true });
  });
  test.each(["258 100", "258, 100", "[258, 100]", "258\t100", "(258;100)"])(
    "takes %j for a list",
    (given) => {
      expect(checkAnswer(many, given).right).toBe(true);
    },
  );
  const large = { ...one, answer: 442368 };
  test.each([
    "442368",
    "442,368",
    "442 368",
    "442\u202f368",
    "442_368",
    "442’368",
    "442368.0",
    "tensor(442368)",
  ])("takes %j for 442368", (given) => {
    expect(checkAnswer(large, given).right).toBe(true);
  });
  const shares = { ...many, answer: [0.5, 0.25], tolerance: 0.0006 };
  test.each([
    "tensor([0.5000, 0.2500])",
    "[[0.5, 0.25]]",
    "array([0.5 , 0.25], dtype=float32)",
    "torch.tensor([0.5, 0.25], dtype=torch.float64)",
    "0,5 0,25",
    "0,5; 0,25",
    "1/2 1/4",
    "50 % 25 %",
    "0.5,0.25",
  ])("takes %j for 0.5 and 0.25", (given) => {
    expect(checkAnswer(shares, given).right).toBe(true);
  });
  test.each(["50,000 3", "50,000, 3", "50 000 3", "50000, 3", "[50000, 3]"])(
    "takes %j for a shape",
    (given) => {
      expect(checkAnswer({ ...many, answer: [50000, 3] }, given).right).toBe(true);
    },
  );
  test("says how many numbers are asked for", () => {
    expect(checkAnswer(many, "258").says).toBe("2 numbers are asked for, and I read 1.");
    expect(checkAnswer(many, "258 100 1").says).toBe("2 numbers are asked for, and I read 3.");
    expect(checkAnswer(one, "0.25 0.5").says).toBe("One number is asked for; these are 2.");
  });
  test("says when an answer is rounded too much, and how many decimals it takes", () => {
    const softmax = { ...many, answer: [0.659, 0.2424, 0.0986], tolerance: 0.0006 };
    for (const given of ["0.66 0.24 0.10", "0.7 0.2 0.1"])
      expect(checkAnswer(softmax, given)).toEqual({
        right: false,
        says: "Right as far as it goes, but rounded too much. Write 3 decimals.",
      });
    for (const given of ["0.659 0.242 0.099", "0.6590, 0.2424, 0.0986", "65.9 % 24.2 % 9.9 %"])
      expect(checkAnswer(softmax, given).right).toBe(true);
    for (const given of ["0.65 0.24 0.09", "1 0 0"])
      expect(checkAnswer(softmax, given).says).toBe("Not yet. Try again, or take a hint.");
  });
  test("knows a mistake by fewer decimals, too", () => {
    const root = { ...one, answer: 8, mistakes: [{ answer: 22.6274, says: "That is √512." }] };
    for (const given of ["22.6274", "22.63", "22.6"])
      expect(checkAnswer(root, given)).toEqual({ right: false, says: "That is √512.", isMistake: true });
    expect(checkAnswer(root, "22").isMistake).toBeUndefined();
  });
  test("quotes what cannot be read, shortened and harmless", () => {
    const { says } = checkAnswer(many, `258 <b>${"x".repeat(99)}`);
    expect(says).toContain("“&lt;b&gt;xxx");
    expect(says).toContain("…” is not a number");
  });
});

describe("short", () => {
  test.each([
    [0.10000000149011612, "0.1"],
    [0.5, "0.5"],
    [-0.58798015, "−0.5880"],
    [0.99994999, "0.9999"],
    [0.99999994, "1"],
    [0.00999983, "0.0100"],
    [9.999999747378752e-5, "0.0001"],
    [0.33333334, "0.3333"],
    [0.30000001192092896, "0.3"],
    [Number.NEGATIVE_INFINITY, "−∞"],
    [Number.NaN, "NaN"],
    [50257, "50257"],
    [0, "0"],
    [2.5e-8, "0.0000"],
    [-2.5e-8, "−0.0000"],
  ])("%d is %s", (value, written) => {
    expect(short(value)).toBe(written);
  });
});

describe("a number too small for four decimals, in full", () => {
  test.each([
    [5.109e-9, "0.00000000511"],
    [-0.00001234, "−0.0000123"],
    [1e-13, ""],
    [0, undefined],
    [0.25, undefined],
    [Number.NaN, undefined],
  ])("%d is %s", (value, written) => {
    expect(tiny(value)).toBe(written);
  });
});

describe("numbers as people type them", () => {
  test.each([
    ["0.25", 0.25],
    ["0,25", 0.25],
    ["−1", -1],
    ["1/4", 0.25],
    ["-1e3", -1000],
    [" .5 ", 0.5],
  ])("%j is %d", (word, value) => {
    expect(readNumber(word)).toBe(value);
  });
  test.each(["", "half", "1.2.3", "1/0", "NaN", "Infinity", "1e39", "0x10", "--1"])(
    "%j is no number",
    (word) => {
      expect(readNumber(word)).toBeUndefined();
    },
  );
  test.each([
    [
      "1\t2\n3\t4",
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    [
      "[[1.0, 0.5], [0.25, 2.0]]",
      [
        ["1.0", "0.5"],
        ["0.25", "2.0"],
      ],
    ],
    [
      "tensor([[ 1.0000,  0.5000],\n        [-0.2500,  2.0000]], dtype=torch.float64)",
      [
        ["1.0000", "0.5000"],
        ["-0.2500", "2.0000"],
      ],
    ],
    ["tensor([0.5, 1e-3], grad_fn=<SqueezeBackward3>)", [["0.5", "1e-3"]]],
    [
      "array([[1. , 0.5],\n       [nan, 2. ]], dtype=float32)",
      [
        ["1.", "0.5"],
        ["nan", "2."],
      ],
    ],
    [
      "[[1.  0.5]\n [0.  2. ]]",
      [
        ["1.", "0.5"],
        ["0.", "2."],
      ],
    ],
    [
      "1, 0, 2\n0, 1, 0",
      [
        ["1", "0", "2"],
        ["0", "1", "0"],
      ],
    ],
    [
      "1 2\r\n3 4\r\n",
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    ["0,25", [["0,25"]]],
  ])("the block %j is cut into cells", (text, rows) => {
    expect(readBlock(text)).toEqual(rows);
  });
});
