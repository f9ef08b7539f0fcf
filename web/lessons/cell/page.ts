// The cells of a lesson, in the order of the page: those of one language share their names.

import { recall } from "../memory.ts";
import type { Language } from "./languages.ts";
import type { Session } from "./session.ts";

/** What runs a cell, and says whether its code ran to its end. */
type Run = () => Promise<boolean>;

const cells = new Map<Element, Run>();

export function register(cell: Element, run: Run): void {
  cells.set(cell, run);
}

export function leave(cell: Element): void {
  cells.delete(cell);
}

/** The lesson's cells of one language that stand above one. */
export function above(cell: Element, language: Language): Element[] {
  const all = [...(cell.closest("tril-lesson")?.querySelectorAll(`[data-language=${language}]`) ?? [])];
  return all.slice(0, Math.max(0, all.indexOf(cell)));
}

/** Runs the cells above one with fresh names, from top to bottom, until one fails. */
export async function runAbove(cell: Element, language: Language): Promise<void> {
  (await pageSession(language).catch(() => undefined))?.restart();
  for (const other of above(cell, language)) {
    const run = cells.get(other) ?? sleeping(other, language);
    if (await run()) continue;
    other.scrollIntoView({ block: "nearest" });
    return;
  }
}

/** A cell that has not come into view yet has nothing that would run it: its code runs unseen. */
function sleeping(cell: Element, language: Language): Run {
  const { props = "{}" } = (cell.closest("[data-island]") as HTMLElement | null)?.dataset ?? {};
  const { id = "", versions = [] } = JSON.parse(props) as {
    id?: string;
    versions?: { language: Language; code: string }[];
  };
  const version = versions.find((version) => version.language === language);
  const code = recall(keptAs(id, language)) ?? version?.code ?? "";
  return async () => (await (await pageSession(language)).run(code)).state === "done";
}

/** Under which name the learner's code is kept: JavaScript was there first. */
export const keptAs = (id: string, language: Language) => (language === "js" ? id : `${id}/${language}`);

const sessions = new Map<Language, Promise<Session>>();

/** The page's session of a language. Nothing is loaded before its first run. */
export function pageSession(language: Language): Promise<Session> {
  const load = {
    js: async () => (await import("./javascript.ts")).newSession(),
    python: async () => (await import("./python.ts")).newSession(),
  };
  const known = sessions.get(language);
  if (known) return known;
  const session = load[language]();
  sessions.set(language, session);
  session.catch(() => sessions.delete(language));
  return session;
}
