// A Markdown file -> a Lesson. Runs at build time only; every mistake is reported by file and line.

import { parse as parseYaml, YAMLParseError } from "yaml";
import { languages } from "./cell/languages.ts";
import type { Answer, Block, Exercise, Lesson, LessonMeta, Mistake } from "./lesson.ts";
import { markdown } from "./markdown.ts";

/** A mistake in a lesson's file. The message starts with the file and line, as compilers' messages do. */
export class LessonError extends Error {
  constructor(file: string, line: number, message: string) {
    super(`${file}:${line}: ${message}`);
    this.name = "LessonError";
  }
}

/**
 * Parses a lesson's Markdown.
 *
 * The file is front matter between two lines `---`, then prose and fenced blocks: `python run` and `js run`, each
 * followed by its `output`; `python check`, which is not shown and ends the lesson's downloads; `picture NAME`;
 * `wrong OPTION`; `exercise`. Other fences are shown as code. (web/lessons/README.md tells authors what each
 * holds.) A term that the glossary lacks is a mistake, where a glossary is given.
 */
export function parseLesson(file: string, text: string, glossary?: ReadonlyMap<string, unknown>): Lesson {
  const source = new Source(file, text.replaceAll("\r\n", "\n"));
  const { meta, body, bodyLine } = readFrontMatter(source);
  const blocks: Block[] = [];
  let prose: ReturnType<typeof markdown.parse> = [];

  const nextId = (kind: Block["type"]) => `${kind}-${blocks.filter(({ type }) => type === kind).length + 1}`;

  const environment = {};
  const endProse = () => {
    if (prose.length === 0) return;
    blocks.push({ type: "prose", html: markdown.renderer.render(prose, markdown.options, environment) });
    prose = [];
  };

  const checks: string[] = [];
  let lastCell = -1; // where a cell's other language would begin
  const tokens = markdown.parse(body, environment);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const line = bodyLine + (token.map?.[0] ?? 0);
    const words = token.type === "fence" ? token.info.trim().split(/\s+/) : [];
    if (token.type === "heading_open" && token.tag === "h2") {
      endProse();
      const title = tokens[i + 1]!;
      const id = slugOf(title.content);
      blocks.push({ type: "section", id, html: markdown.renderInline(title.content) });
      i += 2;
    } else if (words[1] === "run") {
      endProse();
      const output = tokens[i + 1];
      if (output?.type !== "fence" || output.info.trim() !== "output")
        throw source.error(line, "a block that runs is followed by a block `output` with what it prints");
      const language = languages.find((language) => language === words[0]);
      if (!language) throw source.error(line, "a block that runs is `python run` or `js run`");
      const version = {
        language,
        line: bodyLine + output.map![0],
        code: token.content.trimEnd(),
        output: output.content.trimEnd(),
      };
      // Python and JavaScript right after one another are one cell with two tabs.
      const last = i === lastCell ? blocks.at(-1) : undefined;
      if (last?.type === "code" && !last.versions.some((version) => version.language === language))
        last.versions.push(version);
      else blocks.push({ type: "code", id: nextId("code"), versions: [version] });
      i += 1;
      lastCell = i + 1;
    } else if (token.info.trim() === "python check") {
      endProse();
      checks.push(token.content.trimEnd());
    } else if (words[0] === "picture") {
      endProse();
      if (!words[1]) throw source.error(line, "a picture needs a name: ```picture NAME");
      const data = source.yaml(token.content, line + 1);
      blocks.push({ type: "picture", id: nextId("picture"), line, name: words[1], data });
    } else if (words[0] === "wrong") {
      endProse();
      if (!words[1]) throw source.error(line, "a mistake needs the name of its option: ```wrong OPTION");
      const fields = record(source, line, source.yaml(token.content, line + 1), "a mistake made on purpose");
      const label = string(source, line, fields.label, "`label` of a mistake made on purpose");
      const says = string(source, line, fields.says, "`says` of a mistake made on purpose");
      const picture = pictureOf(source, line, blocks, fields.picture);
      blocks.push({ type: "wrong", line, picture, option: words[1], label, html: markdown.render(says) });
    } else if (words[0] === "exercise") {
      endProse();
      const fields = record(source, line, source.yaml(token.content, line + 1), "an exercise");
      blocks.push(readExercise(source, line, fields, nextId("exercise"), blocks));
    } else if (words[0] === "output") {
      throw source.error(line, "an `output` block follows a block that runs, such as ```python run");
    } else {
      prose.push(token);
    }
  }
  endProse();
  return { ...meta, terms: termsIn(source, glossary), blocks, checks };
}

/** The terms that the text explains, each once. */
function termsIn(source: Source, glossary: ReadonlyMap<string, unknown> | undefined): string[] {
  const terms = new Set<string>();
  for (const [i, line] of source.text.split("\n").entries())
    for (const [, term] of line.matchAll(/\]\(term:([^)]*)\)/g)) {
      if (glossary && !glossary.has(term!)) throw source.error(i + 1, `the glossary has no term \`${term}\``);
      terms.add(term!);
    }
  return [...terms];
}

class Source {
  readonly file: string;
  readonly text: string;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  error(line: number, message: string) {
    return new LessonError(this.file, line, message);
  }

  /** Reads YAML that starts at `line` of the file. */
  yaml(text: string, line: number): unknown {
    try {
      return parseYaml(text);
    } catch (error) {
      if (!(error instanceof YAMLParseError)) throw error;
      throw this.error(line + (error.linePos?.[0].line ?? 1) - 1, error.message.split("\n")[0]!);
    }
  }
}

function readFrontMatter(source: Source): { meta: LessonMeta; body: string; bodyLine: number } {
  const match = /^---\n(.*?\n)---\n/s.exec(source.text);
  if (!match) throw source.error(1, "a lesson starts with front matter between two lines `---`");
  const fields = record(source, 1, source.yaml(match[1]!, 2), "the front matter");
  const text = (name: string) => string(source, 1, fields[name], `\`${name}\` in the front matter`);
  const list = (name: string) => (Array.isArray(fields[name]) ? (fields[name] as unknown[]) : []);
  return {
    meta: {
      slug: source.file.replace(/^.*\//, "").replace(/\.md$/, ""),
      title: text("title"),
      goal: text("goal"),
      summary: text("summary"),
      prerequisites: list("prerequisites").map(String),
      sources: list("sources").map((entry) => {
        const fields = record(source, 1, entry, "an entry of `sources`");
        return {
          title: string(source, 1, fields.title, "`title` of a source"),
          about: string(source, 1, fields.about, "`about` of a source"),
        };
      }),
    },
    body: source.text.slice(match[0].length),
    bodyLine: match[0].split("\n").length,
  };
}

/** The id of the picture that a block is about: of that name, or the lesson's first. */
function pictureOf(source: Source, line: number, blocks: Block[], name: unknown): string {
  const pictures = blocks.filter((block) => block.type === "picture");
  const picture = name === undefined ? pictures[0] : pictures.find((picture) => picture.name === name);
  if (!picture) throw source.error(line, `there is no picture ${name ?? ""} above this block`);
  return picture.id;
}

function readExercise(
  source: Source,
  line: number,
  fields: Record<string, unknown>,
  id: string,
  blocks: Block[],
): Exercise {
  const { kind = "number", answer } = fields;
  if (kind !== "number" && kind !== "numbers" && kind !== "choice" && kind !== "picture")
    throw source.error(line, "the `kind` of an exercise is number, numbers, choice or picture");
  const options = Array.isArray(fields.options) ? fields.options.map(String) : [];
  if (!isAnswer(kind, answer)) throw source.error(line, `the \`answer\` does not fit the kind \`${kind}\``);
  if (kind === "choice" && !options.includes(answer as string))
    throw source.error(line, "the `answer` of a choice is one of its `options`, word for word");
  const text = (value: unknown, what: string) => markdown.renderInline(string(source, line, value, what));
  const mistakes = (Array.isArray(fields.mistakes) ? fields.mistakes : []).map((entry): Mistake => {
    const mistake = record(source, line, entry, "a mistake of an exercise");
    const says = text(mistake.says, "`says` of a mistake");
    if (!isAnswer(kind, mistake.answer))
      throw source.error(line, `a mistake's \`answer\` does not fit the kind \`${kind}\``);
    if (kind === "choice" && !options.includes(mistake.answer as string))
      throw source.error(line, "a mistake's `answer` is one of the `options`, word for word");
    if (kind !== "picture") return { answer: mistake.answer, says };
    return {
      answer: mistake.answer,
      says,
      example: record(source, line, mistake.example, "the `example` of a mistake"),
    };
  });
  return {
    type: "exercise",
    id,
    line,
    question: text(fields.question, "`question` of an exercise"),
    kind,
    answer,
    tolerance: typeof fields.tolerance === "number" ? fields.tolerance : 1e-4,
    options,
    labels: options.map((option) => markdown.renderInline(option)),
    ...(kind === "picture" && {
      picture: pictureOf(source, line, blocks, fields.picture),
      solution: record(source, line, fields.solution, "the `solution` of an exercise"),
    }),
    hints: Array.isArray(fields.hints) ? fields.hints.map((hint) => text(hint, "a hint")) : [],
    mistakes,
    because: text(fields.because, "`because` of an exercise"),
  };
}

function isAnswer(kind: Exercise["kind"], value: unknown): value is Answer {
  if (kind === "number") return typeof value === "number";
  if (kind === "numbers") return Array.isArray(value) && value.every((entry) => typeof entry === "number");
  return typeof value === "string";
}

function record(source: Source, line: number, value: unknown, what: string): Record<string, unknown> {
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw source.error(line, `${what} is written as lines \`name: value\``);
  return value as Record<string, unknown>;
}

function string(source: Source, line: number, value: unknown, what: string): string {
  if (typeof value !== "string" || value.trim() === "") throw source.error(line, `${what} is missing`);
  return value;
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}
