// The pages of the site as HTML, made from public/lessons. Runs at build time, in Node.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { load, type Tril } from "../core/index.ts";
import type { Exercise, Lesson, Wrong } from "../lessons/lesson.ts";
import { livePicture } from "../lessons/live.ts";
import { LessonPage, type PreparedPicture } from "../lessons/Page.tsx";
import { LessonError, parseLesson } from "../lessons/parse.ts";
import { type Takeaway, takeaways } from "../lessons/takeaway.ts";
import { readTerms, type Term } from "../lessons/terms.ts";
import { IndexPage, type Path } from "./IndexPage.tsx";
import { Shell } from "./Shell.tsx";
import { TermsPage } from "./TermsPage.tsx";
import { renderTokenizer } from "./tokenizer/render.tsx";
import { word } from "./words.ts";

/** A page: where it lies below the site's root, what it says, and the files that lie beside it. */
export interface SitePage {
  path: string;
  html: string;
  files?: Takeaway[];
}

/** All pages, from the lessons that public/lessons/list.json names, in its order. */
export async function renderPages(root: string): Promise<SitePage[]> {
  const folder = join(root, "public/lessons");
  const list: Record<Path["name"], string[]> = JSON.parse(await readFile(join(folder, "list.json"), "utf8"));
  const terms = readTerms(await readFile(join(folder, "terms.yaml"), "utf8"));
  const lessons = await Promise.all(
    Object.values(list)
      .flat()
      .map((slug) => readLesson(folder, slug, terms)),
  );
  const pages = await Promise.all(lessons.map((_, i) => renderLesson(lessons, i, terms)));
  const paths = Object.entries(list).map(([name, slugs]) => ({
    name: name as Path["name"],
    lessons: lessons.filter(({ slug }) => slugs.includes(slug)),
  }));
  return [
    { path: "index.html", html: renderIndex(paths) },
    { path: "terms/index.html", html: renderTerms([...terms.values()], lessons) },
    { path: "tokenizer/index.html", html: document("../", await renderTokenizer(await load())) },
    ...pages,
  ];
}

type Terms = ReadonlyMap<string, Term>;

async function readLesson(folder: string, slug: string, terms: Terms): Promise<Lesson> {
  const file = `public/lessons/${slug}.md`;
  return parseLesson(file, await readFile(join(folder, `${slug}.md`), "utf8"), terms);
}

function renderIndex(paths: Path[]): string {
  return document("./", {
    title: word("title"),
    description: word("description"),
    content: IndexPage({ paths }),
  });
}

function renderTerms(terms: Term[], lessons: Lesson[]): string {
  return document("../", {
    title: `${word("terms")} · tril`,
    description: word("termsGoal"),
    content: TermsPage({ terms, lessons }),
  });
}

async function renderLesson(lessons: Lesson[], index: number, terms: Terms): Promise<SitePage> {
  const lesson = lessons[index]!;
  const content = LessonPage({ lesson, pictures: await preparePictures(lesson), terms });
  const { title, summary: description } = lesson;
  const neighbours = { previous: lessons[index - 1], next: lessons[index + 1] };
  return {
    path: `lessons/${lesson.slug}/index.html`,
    html: document("../../", { title: `${title} · tril`, description, content, ...neighbours }),
    files: takeaways(lesson),
  };
}

/** Has the core work out what each picture shows first, and checks what the lesson says about its pictures. */
async function preparePictures(lesson: Lesson): Promise<Map<string, PreparedPicture>> {
  const tril = await load();
  const prepared = new Map<string, PreparedPicture>();
  for (const block of lesson.blocks)
    try {
      if (block.type === "picture") {
        const { id, name, data } = block;
        const picture = await livePicture(name);
        const start = picture.parse(data);
        prepared.set(id, { name, picture, start, result: picture.compute(tril, start) });
      } else if (block.type === "wrong") checkWrong(block, prepared.get(block.picture)!);
      else if (block.type === "exercise" && block.picture)
        checkGoals(tril, block, prepared.get(block.picture)!);
    } catch (error) {
      if (!("line" in block)) throw error;
      throw new LessonError(`public/lessons/${lesson.slug}.md`, block.line, (error as Error).message);
    }
  return prepared;
}

function checkWrong({ option }: Wrong, { name, start }: PreparedPicture): void {
  const value = (start as Record<string, unknown>)[option];
  if (value !== false)
    throw new Error(`the picture ${name} has no option \`${option}\` that is false at first`);
}

/** The start must reach no goal, the solution the answer's, and each example that of its mistake alone. */
function checkGoals(tril: Tril, { answer, solution, mistakes }: Exercise, prepared: PreparedPicture): void {
  const { name, picture, start } = prepared;
  const reaches = (goal: unknown, change: object = {}) => {
    const test = picture.goals?.[String(goal)];
    if (!test) throw new Error(`the picture ${name} knows no goal \`${goal}\``);
    const values = { ...start, ...change };
    return test({ values, result: picture.compute(tril, values), start });
  };
  if (reaches(answer)) throw new Error(`the picture reaches the goal \`${answer}\` before any change`);
  if (!reaches(answer, solution)) throw new Error(`the \`solution\` does not reach the goal \`${answer}\``);
  for (const { answer: mistake, example } of mistakes)
    if (reaches(answer, example) || !reaches(mistake, example))
      throw new Error(`the \`example\` of the mistake \`${mistake}\` does not show it`);
}

export interface Page {
  title: string;
  description: string;
  content: VNode;
  previous?: Lesson | undefined;
  next?: Lesson | undefined;
  entry?: string;
}

/** A whole document. `home` is the way from this page to the site's root, so that any folder can hold the site. */
function document(home: string, page: Page): string {
  return `<!doctype html>\n${renderToString(Shell({ home, ...page }))}`;
}
