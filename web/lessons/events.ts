// What a lesson tells the page around it, as DOM events that bubble. In a frame the same goes to the page outside
// (web/site/embedded.ts), and web/embed.ts makes DOM events of it again.

export interface LessonEvents {
  /** The lesson is there and can be worked with. */
  "tril:ready": { lesson: string };
  /** A picture's values were changed. */
  "tril:change": { lesson: string; picture: string; values: object };
  /** An answer was checked. `mistake` is the sentence about a known mistake, as HTML. */
  "tril:check": {
    lesson: string;
    exercise: string;
    answer: unknown;
    correct: boolean;
    mistake?: string;
    attempts: number;
    statement: Statement;
  };
  /** Every exercise of the lesson is solved; told once. */
  "tril:complete": { lesson: string; statement: Statement };
  /** The height that the content takes, in CSS pixels. */
  "tril:resize": { height: number };
  /** A part of the lesson could not be shown. */
  "tril:error": { message: string };
}

/** Shaped as xAPI wants a statement, but for the actor, whom only the host knows. */
export interface Statement {
  verb: { id: string; display: { en: string } };
  object: { objectType: "Activity"; id: string };
  result: { success?: boolean; completion?: boolean; response?: string; score?: { scaled: number } };
}

export const eventNames = [
  "tril:ready",
  "tril:change",
  "tril:check",
  "tril:complete",
  "tril:resize",
  "tril:error",
] as const satisfies (keyof LessonEvents)[];

export function tell<Name extends keyof LessonEvents>(
  from: EventTarget,
  name: Name,
  detail: LessonEvents[Name],
) {
  from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}

const verb = (name: string) => ({ id: `http://adlnet.gov/expapi/verbs/${name}`, display: { en: name } });
const activity = (part: string) => ({
  objectType: "Activity" as const,
  id: `${location.origin === "null" ? "" : location.origin}${location.pathname}${part}`,
});

/** One for each check of an exercise. */
export const answered = (exercise: string, response: unknown, success: boolean): Statement => ({
  verb: verb("answered"),
  object: activity(`#${exercise}`),
  result: {
    success,
    response: typeof response === "string" ? response : JSON.stringify(response),
    score: { scaled: success ? 1 : 0 },
  },
});

/** One for a lesson. */
export const completed = (): Statement => ({
  verb: verb("completed"),
  object: activity(""),
  result: { completion: true },
});
