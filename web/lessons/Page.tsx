// A Lesson -> the elements of its page. It runs at build time; the interactive parts are islands, which
// web/lessons/element.ts brings to life in the browser.

import { type ComponentChildren, type ComponentType, Fragment } from "preact";
import { CellTabs } from "./cell/CellTabs.tsx";
import { Exercise, PictureExercise } from "./Exercise.tsx";
import { Live } from "./Live.tsx";
import type { Block, Lesson } from "./lesson.ts";
import type { AnyPicture } from "./live.ts";
import { takeaways } from "./takeaway.ts";
import type { Term } from "./terms.ts";
import { Wrong } from "./Wrong.tsx";

/** A live picture with the data it starts from and what the core makes of it. */
export interface PreparedPicture {
  name: string;
  picture: AnyPicture;
  start: object;
  result: unknown;
}

export interface PageProps {
  lesson: Lesson;
  /** The prepared pictures by the ids of their blocks. */
  pictures: ReadonlyMap<string, PreparedPicture>;
  terms: ReadonlyMap<string, Term>;
}

export function LessonPage({ lesson, pictures, terms }: PageProps) {
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
      <TakeAlong lesson={lesson} />
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
      {lesson.terms.map((id) => (
        <Explanation key={id} {...terms.get(id)!} />
      ))}
    </tril-lesson>
  );
}

/** Links to the lesson's Python, as files beside the page. */
function TakeAlong({ lesson }: { lesson: Lesson }) {
  const files = takeaways(lesson);
  if (files.length === 0) return null;
  return (
    <p class="take-along">
      Take the Python with you, for PyTorch on your own machine:{" "}
      {files.map(({ name }, index) => (
        <Fragment key={name}>
          {index > 0 && " or "}
          <a href={name} download>
            {name}
          </a>
        </Fragment>
      ))}
      . It ends in checks against the numbers on this page. (In the cells above, <code>torch</code> is a small
      part of PyTorch, made for these lessons on tril's own core.)
    </p>
  );
}

function BlockView({ block, lesson, pictures }: { block: Block } & Omit<PageProps, "terms">) {
  const about = (id: string) => ({ id: `${lesson.slug}/${id}`, prepared: pictures.get(id)! });
  switch (block.type) {
    case "prose":
      return <Html class="prose" html={block.html} />;
    case "section":
      return <h2 id={block.id} dangerouslySetInnerHTML={{ __html: block.html }} />;
    case "picture":
      return <PictureIsland name="picture" component={Live} {...about(block.id)} />;
    case "wrong":
      return (
        <PictureIsland name="wrong" component={Wrong} {...about(block.picture)} props={{ wrong: block }} />
      );
    case "code": {
      const props = { id: `${lesson.slug}/${block.id}`, versions: block.versions };
      return <Island name="cell" component={CellTabs} props={props} />;
    }
    case "exercise": {
      const of = lesson.blocks.filter(({ type }) => type === "exercise").length;
      const props = { exercise: block, lesson: lesson.slug, of };
      if (!block.picture) return <Island name="exercise" component={Exercise} props={props} />;
      return (
        <PictureIsland
          name="picture-exercise"
          component={PictureExercise}
          {...about(block.picture)}
          props={props}
        />
      );
    }
  }
}

interface PictureIslandProps {
  name: string;
  component: ComponentType<never>;
  id: string;
  prepared: PreparedPicture;
  props?: object;
}

/** An island that shows a picture, or is about one: it also gets the picture's module, which has a name too. */
function PictureIsland({ name, component, id, prepared, props }: PictureIslandProps) {
  const { name: pictureName, picture, start, result } = prepared;
  const all = { ...props, id, name: pictureName, start, result };
  const Component = component as ComponentType<object>;
  return (
    <div class="island" data-island={name} data-picture={pictureName} data-props={JSON.stringify(all)}>
      <Component {...all} {...{ picture }} />
    </div>
  );
}

/** What a term means: it opens where the term stands, without JavaScript too. */
function Explanation({ id, term, says }: Term) {
  return (
    <p id={`term-${id}`} class="explanation" popover="auto">
      <dfn>{term}</dfn>: {says}
    </p>
  );
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
