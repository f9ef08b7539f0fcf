// Which exercises a learner has solved, and which lessons are done; kept on this device where that is allowed.

import { recall, remember } from "./memory.ts";

/** Marks an exercise as solved; a lesson with all `of` its exercises solved is done. */
export function markDone(lesson: string, exercise: string, of: number): void {
  const solved = new Set(recall(`${lesson}/solved`)?.split(" "));
  solved.add(exercise);
  remember(`${lesson}/solved`, [...solved].join(" "));
  if (solved.size >= of) remember(`${lesson}/done`, "yes");
}

export function isDone(lesson: string): boolean {
  return recall(`${lesson}/done`) !== undefined;
}
