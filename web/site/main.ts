// What runs on every page of the site.

import { TrilLesson } from "../lessons/element.ts";
import { isDone } from "../lessons/progress.ts";
import { say } from "../pictures/words.ts";
import { startEmbedded } from "./embedded/start.ts";
import { startOffline } from "./offline/start.ts";
import { startThemeSwitch } from "./theme.ts";

customElements.define("tril-lesson", TrilLesson);
startThemeSwitch();
startEmbedded();
if (import.meta.env.PROD) startOffline();

for (const entry of document.querySelectorAll<HTMLElement>("[data-lesson]"))
  if (isDone(entry.dataset.lesson!)) entry.querySelector("h3")?.append(mark());

const search = document.querySelector<HTMLElement>("[data-search]");
if (search) import("./search.ts").then(({ startSearch }) => startSearch(search));

/** The mark of a lesson whose exercises are solved. */
function mark(): HTMLElement {
  const mark = document.createElement("span");
  mark.className = "done";
  mark.textContent = `✓ ${say("done")}`;
  return mark;
}
