// The pages of the site as HTML, made from public/lessons. Runs at build time, in Node.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { load } from "../core/index.ts";
import type { Block, Lesson } from "../lessons/lesson.ts";
import { livePicture } from "../lessons/live.ts";
import { LessonPage, type PreparedPicture } from "../lessons/Page.tsx";
import { LessonError, parseLesson } from "../lessons/parse.ts";
import { IndexPage } from "./IndexPage.tsx";
import { Shell } from "./Shell.tsx";

/** A page: where it lies below the site's root, and what it says. */
export interface SitePage {
  path: string;
  html: string;
}

/** All pages, from the lessons that public/lessons/list.json names, in its order. */
export async function renderPages(root: string): Promise<SitePage[]> {
  const folder = join(root, "public/lessons");
  const slugs: string[] = JSON.parse(await readFile(join(folder, "list.json"), "utf8"));
  const lessons = await Promise.all(slugs.map((slug) => readLesson(folder, slug)));
  const pages = await Promise.all(lessons.map((_, i) => renderLesson(lessons, i)));
  return [{ path: "index.html", html: renderIndex(lessons) }, ...pages];
}

async function readLesson(folder: string, slug: string): Promise<Lesson> {
  const file = `public/lessons/${slug}.md`;
  return parseLesson(file, await readFile(join(folder, `${slug}.md`), "utf8"));
}

function renderIndex(lessons: Lesson[]): string {
  return document("./", {
    title: "tril: how text becomes numbers, and how attention mixes them",
    description: "Lessons with pictures that answer back and code that really runs, in your browser.",
    content: IndexPage({ lessons }),
  });
}

async function renderLesson(lessons: Lesson[], index: number): Promise<SitePage> {
  const lesson = lessons[index]!;
  const content = LessonPage({ lesson, pictures: await preparePictures(lesson) });
  const { title, summary: description } = lesson;
  const neighbours = { previous: lessons[index - 1], next: lessons[index + 1] };
  return {
    path: `lessons/${lesson.slug}/index.html`,
    html: document("../../", { title: `${title} · tril`, description, content, ...neighbours }),
  };
}

/** Has the core work out what each picture shows first. */
async function preparePictures(lesson: Lesson): Promise<Map<Block, PreparedPicture>> {
  const tril = await load();
  const prepared = new Map<Block, PreparedPicture>();
  for (const block of lesson.blocks) {
    if (block.type !== "picture") continue;
    try {
      const live = await livePicture(block.name);
      const start = live.parse(block.data);
      prepared.set(block, { live, start, result: live.compute(tril, start) });
    } catch (error) {
      throw new LessonError(`public/lessons/${lesson.slug}.md`, block.line, (error as Error).message);
    }
  }
  return prepared;
}

interface Page {
  title: string;
  description: string;
  content: VNode;
  previous?: Lesson | undefined;
  next?: Lesson | undefined;
}

/** A whole document. `home` is the way from this page to the site's root, so that any folder can hold the site. */
function document(home: string, page: Page): string {
  return `<!doctype html>\n${renderToString(Shell({ home, ...page }))}`;
}
