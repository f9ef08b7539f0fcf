// What every page has around its content.

import type { ComponentChildren } from "preact";
import type { Lesson } from "../lessons/lesson.ts";

export interface ShellProps {
  /** The way to the site's root: "./" or "../../". */
  home: string;
  title: string;
  description: string;
  content: ComponentChildren;
  previous?: Lesson | undefined;
  next?: Lesson | undefined;
}

export function Shell({ home, title, description, content, previous, next }: ShellProps) {
  return (
    <html lang="en" data-home={home}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={`${home}icon.svg`} type="image/svg+xml" />
        <link rel="stylesheet" href="/web/site/site.css" />
        <script type="module" src="/web/site/main.ts" />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the lesson
        </a>
        <header class="site-head">
          <a class="brand" href={home}>
            <Mark />
            tril
          </a>
          <ThemeSwitch />
        </header>
        <main id="main">{content}</main>
        {(previous || next) && (
          <nav class="neighbours" aria-label="Lessons">
            {previous ? <Neighbour home={home} lesson={previous} word="Previous" /> : <span />}
            {next && <Neighbour home={home} lesson={next} word="Next" />}
          </nav>
        )}
        <footer class="site-foot">
          <p>
            Every number on these pages comes from one small C++ program, which runs in your browser. Nothing
            you type leaves it.
          </p>
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

/** Made visible by main.ts: without JavaScript the page follows the system, and a switch would do nothing. */
function ThemeSwitch() {
  return (
    <button type="button" class="theme" data-theme-switch hidden>
      Theme: system
    </button>
  );
}

function Neighbour({ home, lesson, word }: { home: string; lesson: Lesson; word: string }) {
  return (
    <a class={word.toLowerCase()} href={`${home}lessons/${lesson.slug}/`}>
      <small>{word}</small>
      {lesson.title}
    </a>
  );
}
