// Search on the page of terms: leaves the entries that have every typed word. It is loaded there only.

import { say } from "../pictures/words.ts";

export function startSearch(search: HTMLElement): void {
  const input = search.querySelector("input")!;
  const entries = [...document.querySelectorAll<HTMLElement>("[data-entry]")];
  const texts = entries.map((entry) => `${entry.textContent} ${entry.dataset.words ?? ""}`.toLowerCase());

  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const [i, entry] of entries.entries()) {
      entry.hidden = !words.every((word) => texts[i]!.includes(word));
      if (!entry.hidden) found++;
    }
    document.querySelector<HTMLElement>(".nothing")!.hidden = found > 0;
    search.querySelector(".found")!.textContent = words.length > 0 ? say("found", { count: found }) : "";
  };
  search.hidden = false;
  input.addEventListener("input", show);
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  if (input.value) show();
}
