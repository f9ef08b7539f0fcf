// The first page: what tril is, three places to start from, and the list of lessons.

import type { Lesson } from "../lessons/lesson.ts";
import { word } from "./words.ts";

/** Lessons that belong together; one may start with each of these. */
export interface Path {
  name: "words" | "vectors" | "attention";
  lessons: Lesson[];
}

export function IndexPage({ paths }: { paths: Path[] }) {
  const entries = paths.filter(({ lessons }) => lessons.length > 0);
  return (
    <article class="index">
      <header class="hero">
        <Triangle />
        <div>
          <h1>{word("headline")}</h1>
          <p class="goal">{word("goal")}</p>
        </div>
      </header>
      <nav class="entries" aria-labelledby="enter">
        <h2 id="enter">{word("enter")}</h2>
        <ul>
          {entries.map(({ name }) => (
            <li key={name}>
              <a href={`#${name}`}>
                <strong>{word(name)}</strong> <span>{word(`${name}Why`)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="paths">
        {entries.map(({ name, lessons }) => (
          <section key={name} aria-labelledby={name}>
            <h2 id={name}>{word(name)}</h2>
            <ol class="lessons">
              {lessons.map(({ slug, title, summary }) => (
                <li key={slug} data-lesson={slug}>
                  <a href={`lessons/${slug}/`}>
                    <h3>{title}</h3>
                    <p>{summary}</p>
                  </a>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      <p class="tools">
        <a href="tokenizer/">{word("tokenizer")}</a>: {word("tokenizerWhy")}
      </p>
    </article>
  );
}

/** Rows of causal weights, lightest where least is read: the picture behind the name. */
function Triangle() {
  const rows = [[1], [0.5, 0.5], [0.2, 0.3, 0.5], [0.1, 0.2, 0.3, 0.4], [0.3, 0.1, 0.1, 0.2, 0.3]];
  return (
    <svg class="triangle" viewBox="0 0 110 110" role="img" aria-label={word("triangle")}>
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
