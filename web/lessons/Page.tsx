// A Lesson -> the elements of its page. It runs at build time; the interactive parts are islands, which
// web/lessons/element.ts brings to life in the browser.

import type { ComponentChildren, ComponentType } from "preact";
import { Cell } from "./cell/Cell.tsx";
import { Exercise } from "./Exercise.tsx";
import type { Block, Lesson } from "./lesson.ts";
import type { LivePicture } from "./live.ts";

/** A live picture with the data it starts from and what the core makes of it. */
export interface PreparedPicture {
  live: LivePicture<unknown, unknown>;
  start: unknown;
  result: unknown;
}

export interface PageProps {
  lesson: Lesson;
  /** The prepared picture of each picture block. */
  pictures: Map<Block, PreparedPicture>;
}

export function LessonPage({ lesson, pictures }: PageProps) {
  const sections = sectionsOf(lesson.blocks);
  return (
    <tril-lesson lesson={lesson.slug}>
      <header class="lesson-head">
        <h1>{lesson.title}</h1>
        <p class="goal">{lesson.goal}</p>
      </header>
      {sections.map(({ id, blocks }, index) => (
        <section key={index} class={`part part-${id}`} aria-labelledby={id || undefined}>
          {blocks.map((block, index) => (
            <BlockView key={index} block={block} lesson={lesson} pictures={pictures} />
          ))}
        </section>
      ))}
      {lesson.sources.length > 0 && (
        <section class="part part-sources" aria-labelledby="sources">
          <h2 id="sources">Sources</h2>
          <ul>
            {lesson.sources.map(({ title, about }) => (
              <li key={title}>
                <cite>{title}</cite>: {about}
              </li>
            ))}
          </ul>
        </section>
      )}
    </tril-lesson>
  );
}

function BlockView({ block, lesson, pictures }: { block: Block } & PageProps) {
  switch (block.type) {
    case "prose":
      return <Html class="prose" html={block.html} />;
    case "section":
      return <h2 id={block.id} dangerouslySetInnerHTML={{ __html: block.html }} />;
    case "picture": {
      const { live, start, result } = pictures.get(block)!;
      return <Island name={`picture/${block.name}`} component={live.View} props={{ start, result }} />;
    }
    case "code": {
      const props = { id: `${lesson.slug}/${block.id}`, code: block.code, output: block.output };
      return <Island name="cell" component={Cell} props={props} />;
    }
    case "exercise": {
      const props = { exercise: block, lesson: lesson.slug };
      return <Island name="exercise" component={Exercise} props={props} />;
    }
  }
}

interface IslandProps<Props> {
  name: string;
  component: ComponentType<Props>;
  props: Props;
}

/** A component's HTML, with its name and properties beside it so that the browser can take it over. */
function Island<Props extends object>({ name, component: Component, props }: IslandProps<Props>) {
  return (
    <div class="island" data-island={name} data-props={JSON.stringify(props)}>
      <Component {...(props as Props & ComponentChildren)} />
    </div>
  );
}

function Html({ html, ...rest }: { html: string; class: string }) {
  return <div {...rest} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The blocks under each heading; those before the first have no id. */
function sectionsOf(blocks: Block[]): { id: string; blocks: Block[] }[] {
  const sections: { id: string; blocks: Block[] }[] = [{ id: "", blocks: [] }];
  for (const block of blocks) {
    if (block.type === "section") sections.push({ id: block.id, blocks: [] });
    sections.at(-1)!.blocks.push(block);
  }
  return sections.filter(({ blocks }) => blocks.length > 0);
}
