// The first page: what tril is, and the list of lessons.

import type { Lesson } from "../lessons/lesson.ts";

export function IndexPage({ lessons }: { lessons: Lesson[] }) {
  return (
    <article class="index">
      <header class="hero">
        <Triangle />
        <div>
          <h1>How text becomes numbers, and how attention mixes them</h1>
          <p class="goal">
            Short lessons with pictures that answer back. Change a number and see what follows. Edit the code
            and run it. Everything happens in your browser.
          </p>
        </div>
      </header>
      <ol class="lessons">
        {lessons.map(({ slug, title, summary }) => (
          <li key={slug}>
            <a href={`lessons/${slug}/`}>
              <h2>{title}</h2>
              <p>{summary}</p>
            </a>
          </li>
        ))}
      </ol>
    </article>
  );
}

/** Rows of causal weights, lightest where least is read: the picture behind the name. */
function Triangle() {
  const rows = [[1], [0.5, 0.5], [0.2, 0.3, 0.5], [0.1, 0.2, 0.3, 0.4], [0.3, 0.1, 0.1, 0.2, 0.3]];
  return (
    <svg
      class="triangle"
      viewBox="0 0 110 110"
      role="img"
      aria-label="A lower triangle: each row reads only what came before it"
    >
      {rows.flatMap((row, i) =>
        rows.map((_, j) => (
          <rect
            key={`${i},${j}`}
            class={j > i ? "empty" : "full"}
            x={j * 22 + 1.5}
            y={i * 22 + 1.5}
            width="19"
            height="19"
            rx="2.5"
            fill-opacity={j > i ? undefined : 0.15 + 0.85 * row[j]!}
          />
        )),
      )}
    </svg>
  );
}
