// <tril-lesson>: takes the islands of a prerendered lesson over, each when it comes into view.

import { type ComponentType, h, hydrate } from "preact";
import { livePicture } from "./live.ts";

export class TrilLesson extends HTMLElement {
  #observer: IntersectionObserver | undefined;

  connectedCallback(): void {
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) this.#wake(target);
      },
      { rootMargin: "400px" },
    );
    for (const island of this.querySelectorAll("[data-island]")) this.#observer.observe(island);
  }

  disconnectedCallback(): void {
    this.#observer?.disconnect();
  }

  async #wake(island: Element): Promise<void> {
    this.#observer?.unobserve(island);
    const { island: name = "", props = "{}" } = (island as HTMLElement).dataset;
    const component = await componentOf(name);
    hydrate(h(component, JSON.parse(props)), island);
    island.setAttribute("data-ready", "");
  }
}

async function componentOf(name: string): Promise<ComponentType> {
  if (name === "cell") return (await import("./cell/Cell.tsx")).Cell as ComponentType;
  if (name === "exercise") return (await import("./Exercise.tsx")).Exercise as unknown as ComponentType;
  return (await livePicture(name.replace("picture/", ""))).View as ComponentType;
}
