// The cells of a page that share one Python: run in the order of the page.

import { recall } from "../memory.ts";
import type { Language } from "./languages.ts";

/** What runs a cell, and says whether its code ran to its end. */
type Run = () => Promise<boolean>;

const cells = new Map<Element, Run>();

/** Cells of JavaScript stand each for itself. */
export const takesPart = (language: Language) => language === "python";

export function register(cell: Element, run: Run): void {
  cells.set(cell, run);
}

export function leave(cell: Element): void {
  cells.delete(cell);
}

/** Runs the lesson's cells that stand above one, from top to bottom, until one fails. */
export async function runAbove(cell: Element): Promise<void> {
  const all = cell.closest("tril-lesson")?.querySelectorAll("[data-language=python]") ?? [];
  for (const other of all) {
    if (other === cell) return;
    const run = cells.get(other) ?? (await sleeping(other));
    if (!(await run())) {
      other.scrollIntoView({ block: "nearest" });
      return;
    }
  }
}

/** A cell that has not come into view yet has nothing that would run it: its code runs unseen. */
async function sleeping(cell: Element): Promise<Run> {
  const { pagePython } = await import("./python.ts");
  const { props = "{}" } = (cell.closest("[data-island]") as HTMLElement | null)?.dataset ?? {};
  const { id, versions = [] } = JSON.parse(props) as {
    id?: string;
    versions?: { language: Language; code: string }[];
  };
  const version = versions.find(({ language }) => takesPart(language));
  const code = recall(`${id}/python`) ?? version?.code ?? "";
  return async () => (await pagePython().run(code)).state === "done";
}
