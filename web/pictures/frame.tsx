// What every picture has around it: its title, what it says in words, and a way to save it.

import type { ComponentChildren, RefObject, SVGAttributes } from "preact";
import { useId, useRef } from "preact/hooks";
import { say } from "./words.ts";

export interface FrameProps {
  /** The kind of picture, as a class: "grid". */
  kind: string;
  title: string;
  /** What the picture shows, for those who do not see it. */
  words: string;
  /** Its numbers, as a file of comma-separated values. */
  csv(): string;
  /** Gets the id of the words, to be named by `aria-describedby`. */
  children(words: string): ComponentChildren;
}

export function Frame({ kind, title, words, csv, children }: FrameProps) {
  const id = useId();
  const figure = useRef<HTMLElement>(null);
  const save = async (type: "svg" | "png" | "csv") => {
    const { savePicture, saveText } = await import("./save.ts");
    const name = title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
    if (type === "csv") saveText(csv(), `${name}.csv`, "text/csv");
    else await savePicture(figure.current!, name, type);
  };
  return (
    <figure class={`frame ${kind}`} ref={figure}>
      <figcaption>
        {title}
        <details class="save" data-not-saved>
          <summary aria-label={`${say("save")}: ${title}`}>{say("save")}</summary>
          <div class="row">
            {(["svg", "png", "csv"] as const).map((type) => (
              <button key={type} type="button" onClick={() => save(type)}>
                {type.toUpperCase()}
              </button>
            ))}
          </div>
        </details>
      </figcaption>
      {children(id)}
      <p id={id} class="hidden" data-not-saved>
        {words}
      </p>
    </figure>
  );
}

export interface DrawingProps extends Omit<SVGAttributes<SVGSVGElement>, "title" | "width" | "height"> {
  title: string;
  /** The id of the words that say what it shows. */
  words: string;
  width: number;
  height: number;
  root?: RefObject<SVGSVGElement | null>;
  children: ComponentChildren;
}

/** A drawing that holds numbers which can be pointed at or reached by keyboard. */
export function Drawing({ title, words, width, height, root, ...rest }: DrawingProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing of SVG means the same
    <svg
      {...(root && { ref: root })}
      class="picture"
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={title}
      aria-describedby={words}
      {...rest}
    />
  );
}
