// Live pictures: what joins an editable start, the core's numbers, and pictures.
//
// - `parse` checks the data of the lesson's block ```picture NAME. All words a learner reads are in that block,
//   under `words`, so that the lesson can be translated; `wordsOf` reads them.
// - `compute` has the core work out every number that is shown. It is the only place where numbers come from.
// - `View` names the tables (web/pictures/table.ts) with the sums behind their numbers (origins.ts), and hands
//   them to pictures inside <Linked>. It changes values by `edit`; undo, reset, saving and loading are done
//   around it (Live.tsx).
// - `goals` are what exercises of the kind `picture` ask for; `Peek` is the part of the picture that is
//   shown beside a block ```wrong OPTION, where OPTION names a value that is true or false.

import type { VNode } from "preact";
import type { Tril } from "../core/index.ts";

/** Values and result are plain data that survive JSON. */
export interface LivePicture<Values, Result> {
  /** Throws an Error whose sentence says what the data lacks. */
  parse(data: unknown): Values;
  compute(tril: Tril, values: Values): Result;
  View(props: LiveProps<Values, Result>): VNode;
  /** The part that shows what a mistake made on purpose does; it may be small. */
  Peek?(props: PeekProps<Values, Result>): VNode;
  /** What exercises may ask a learner to make the picture do, by name. */
  goals?: Record<string, (shown: PeekProps<Values, Result>) => boolean>;
  /** For a picture that keeps its own state and draws its own controls: it gets no `edit` that does anything. */
  standsAlone?: boolean;
}

export interface PeekProps<Values, Result> {
  values: Values;
  /** What `compute` made of exactly these values. */
  result: Result;
  /** The values that the lesson starts with. */
  start: Values;
}

export interface LiveProps<Values, Result> extends PeekProps<Values, Result> {
  /** Changes some values. Edits of one `kind` that follow fast on each other are undone as one: a drag. */
  edit(change: Partial<Values>, kind?: string): void;
  /** Shows a sentence about an entry that was not taken. */
  say(problem: string | undefined): void;
}

// biome-ignore lint/suspicious/noExplicitAny: each picture has data of its own
export type AnyPicture = LivePicture<any, any>;
type Module = { default: AnyPicture };

/** Every file live/NAME.tsx is the picture NAME, loaded when a page has it. */
const modules = import.meta.glob<Module>("./live/*.tsx");

export const pictureNames = Object.keys(modules).map((file) => file.replace(/^.*\/|\.tsx$/g, ""));

/** The live picture of that name; an unknown name is an Error that lists the known ones. */
export async function livePicture(name: string): Promise<AnyPicture> {
  const module = modules[`./live/${name}.tsx`];
  if (!module) throw new Error(`there is no picture '${name}'; there are ${pictureNames.join(", ")}`);
  return (await module()).default;
}
