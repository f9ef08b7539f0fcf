// Which exercises a learner has solved, and which lessons are done; kept on this device where that is allowed.

import { recall, remember } from "./memory.ts";

/** What is solved, for as long as the page is open: the device may not be allowed to keep it. */
const solvedHere = new Map<string, Set<string>>();

/**
 * Marks an exercise as solved; a lesson with all `of` its exercises solved is done. Says whether it is done by
 * this one.
 */
export function markDone(lesson: string, exercise: string, of: number): boolean {
  const solved = solvedHere.get(lesson) ?? new Set(recall(`${lesson}/solved`)?.split(" "));
  solvedHere.set(lesson, solved);
  const isNew = !solved.has(exercise);
  solved.add(exercise);
  remember(`${lesson}/solved`, [...solved].join(" "));
  if (solved.size >= of) remember(`${lesson}/done`, "yes");
  return isNew && solved.size >= of;
}

export function isDone(lesson: string): boolean {
  return recall(`${lesson}/done`) !== undefined;
}
