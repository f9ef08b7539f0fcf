// <tril-lesson>: takes the islands of a prerendered lesson over, each when it comes into view.

import { type ComponentType, h, hydrate } from "preact";
import { livePicture } from "./live.ts";

export class TrilLesson extends HTMLElement {
  #observer: IntersectionObserver | undefined;

  /** The button of a part that was pressed before the part was awake: it is pressed again then. */
  #pressed = new WeakMap<Element, HTMLElement>();

  connectedCallback(): void {
    this.addEventListener("click", ({ target }) => this.#keepPress(target, "button"));
    this.addEventListener("keydown", ({ key, target }) => {
      if (key === "Enter" && target instanceof HTMLInputElement) this.#keepPress(target, ".primary");
    });
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

  #keepPress(target: EventTarget | null, selector: string): void {
    const island = (target as Element).closest("[data-island]:not([data-ready])");
    const button =
      selector === "button"
        ? (target as Element).closest<HTMLElement>("button")
        : island?.querySelector<HTMLElement>(selector);
    if (island && button) this.#pressed.set(island, button);
  }

  async #wake(island: Element): Promise<void> {
    this.#observer?.unobserve(island);
    const { island: name = "", picture, props = "{}", ready } = (island as HTMLElement).dataset;
    if (ready !== undefined) return;
    try {
      const [component, module] = await Promise.all([componentOf(name), picture && livePicture(picture)]);
      const typed = whatWasTyped(island);
      hydrate(h(component, { ...JSON.parse(props), ...(module && { picture: module }) }), island);
      typed();
      island.setAttribute("data-ready", "");
      this.#pressed.get(island)?.click();
    } catch {
      // The network may be back when the part is next seen.
      this.#observer?.observe(island);
    }
  }
}

/** Remembers what a learner typed or chose before the page came alive; the result gives it to the live page. */
export function whatWasTyped(island: Element): () => void {
  const inputs = [...island.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
  const changes = inputs.flatMap((input) => {
    const { value, defaultValue } = input;
    if (input instanceof HTMLInputElement && input.type === "radio")
      return input.checked ? [() => input.click()] : [];
    if (input instanceof HTMLInputElement && input.type === "checkbox") {
      const { checked, defaultChecked } = input;
      if (checked === defaultChecked) return [];
      // The live page begins from where it was rendered, so that the press is a change for it, too.
      return [
        () => {
          input.checked = defaultChecked;
          input.click();
        },
      ];
    }
    if (value === defaultValue || input.type === "file") return [];
    return [
      () => {
        input.value = value;
        input.dispatchEvent(new Event("input", { bubbles: true }));
      },
    ];
  });
  return () => {
    for (const change of changes) change();
  };
}

const components: Record<string, () => Promise<unknown>> = {
  cell: async () => (await import("./cell/CellTabs.tsx")).CellTabs,
  exercise: async () => (await import("./Exercise.tsx")).Exercise,
  "picture-exercise": async () => (await import("./Exercise.tsx")).PictureExercise,
  picture: async () => (await import("./Live.tsx")).Live,
  wrong: async () => (await import("./Wrong.tsx")).Wrong,
};

async function componentOf(name: string): Promise<ComponentType> {
  return (await components[name]!()) as ComponentType;
}
