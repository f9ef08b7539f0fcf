// The glossary, and all lessons by what they say. Typed words leave only the entries that have them (search.ts).

import type { Lesson } from "../lessons/lesson.ts";
import type { Term } from "../lessons/terms.ts";
import { word } from "./words.ts";

export interface TermsPageProps {
  terms: Term[];
  lessons: Lesson[];
}

export function TermsPage({ terms, lessons }: TermsPageProps) {
  const bySlug = new Map(lessons.map((lesson) => [lesson.slug, lesson]));
  const sorted = [...terms].sort((a, b) => a.term.localeCompare(b.term));
  return (
    <article class="terms-page">
      <header class="lesson-head">
        <h1>{word("terms")}</h1>
        <p class="goal">{word("termsGoal")}</p>
      </header>
      <search data-search hidden>
        <label class="field">
          {word("search")}
          <input type="search" name="q" autoComplete="off" />
        </label>
        <p class="found" role="status" />
      </search>
      <dl>
        {sorted.map(({ id, term, says, lesson }) => (
          <div key={id} id={id} data-entry>
            <dt>{term}</dt>
            <dd>
              {says}{" "}
              {bySlug.has(lesson) && (
                <a href={`../lessons/${lesson}/`}>
                  {word("explainedIn", { title: bySlug.get(lesson)!.title })}
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <h2>{word("lessons")}</h2>
      <ul class="lessons">
        {lessons.map(({ slug, title, goal, summary, blocks }) => (
          <li key={slug} data-entry data-lesson={slug} data-words={wordsOf(blocks)}>
            <a href={`../lessons/${slug}/`}>
              <h3>{title}</h3>
              <p>
                {goal} {summary}
              </p>
            </a>
          </li>
        ))}
      </ul>
      <p class="nothing" hidden>
        {word("nothing")}
      </p>
    </article>
  );
}

/** Every word of a lesson's headings and prose, once: what a search looks at. */
function wordsOf(blocks: Lesson["blocks"]): string {
  const html = blocks.flatMap((block) =>
    block.type === "prose" || block.type === "section" ? block.html : [],
  );
  const text = html
    .join(" ")
    .replaceAll(/<math.*?<\/math>|<[^>]*>|&\w+;/gs, " ")
    .toLowerCase();
  return [...new Set(text.match(/[\p{L}\p{N}]{3,}/gu))].join(" ");
}
