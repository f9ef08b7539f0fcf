// What every page has around its content.

import type { ComponentChildren } from "preact";
import type { Lesson } from "../lessons/lesson.ts";
import { word } from "./words.ts";

export interface ShellProps {
  /** The way to the site's root: "./" or "../../". */
  home: string;
  title: string;
  description: string;
  content: ComponentChildren;
  previous?: Lesson | undefined;
  next?: Lesson | undefined;
  /** The page's own script and style, beside those that every page has. */
  entry?: string | undefined;
}

export function Shell({ home, title, description, content, previous, next, entry }: ShellProps) {
  return (
    <html lang="en" data-home={home}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={`${home}icon.svg`} type="image/svg+xml" />
        <script src={`${home}early.js`} vite-ignore="" />
        <link rel="stylesheet" href="/web/site/site.css" />
        <script type="module" src="/web/site/main.ts" />
        {entry && <link rel="stylesheet" href={`${entry}.css`} />}
        {entry && <script type="module" src={`${entry}.ts`} />}
      </head>
      <body>
        <a class="skip" href="#main">
          {word("skip")}
        </a>
        <header class="site-head">
          <a class="brand" href={home}>
            <Mark />
            tril
          </a>
          <nav aria-label={word("site")}>
            <a href={`${home}tokenizer/`}>{word("tokenizer")}</a>
          </nav>
          <div class="row">
            <Search home={home} />
            <ThemeSwitch />
          </div>
        </header>
        <main id="main">{content}</main>
        {(previous || next) && (
          <nav class="neighbours" aria-label={word("lessons")}>
            {previous ? <Neighbour home={home} lesson={previous} name="previous" /> : <span />}
            {next && <Neighbour home={home} lesson={next} name="next" />}
          </nav>
        )}
        <footer class="site-foot">
          <p>{word("foot")}</p>
        </footer>
      </body>
    </html>
  );
}

/** The sign of tril: a lower triangle of weights. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      {[0, 1, 2].flatMap((row) =>
        [0, 1, 2].map((column) => (
          <rect
            key={`${row}${column}`}
            class={column > row ? "empty" : "full"}
            x={column * 8 + 0.75}
            y={row * 8 + 0.75}
            width="6.5"
            height="6.5"
            rx="1"
          />
        )),
      )}
    </svg>
  );
}

/** Leads to the page of terms, which can search; on a small screen it is a link there. */
function Search({ home }: { home: string }) {
  return (
    <search>
      <form class="search" action={`${home}terms/`}>
        <input
          type="search"
          name="q"
          aria-label={word("search")}
          placeholder={word("search")}
          autoComplete="off"
        />
        <button type="submit" aria-label={word("find")}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="7" cy="7" r="4.5" />
            <path d="m10.5 10.5 4 4" />
          </svg>
        </button>
      </form>
    </search>
  );
}

/** Made visible by main.ts: without JavaScript the page follows the system, and a switch would do nothing. */
function ThemeSwitch() {
  return (
    <button type="button" class="theme" data-theme-switch hidden>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="5.5" />
        <path d="M8 2.5a5.5 5.5 0 0 1 0 11z" />
      </svg>
      <span>Theme: system</span>
    </button>
  );
}

interface NeighbourProps {
  home: string;
  lesson: Lesson;
  name: "previous" | "next";
}

function Neighbour({ home, lesson, name }: NeighbourProps) {
  return (
    <a class={name} href={`${home}lessons/${lesson.slug}/`}>
      <small>{word(name)}</small>
      {lesson.title}
    </a>
  );
}
