// Live pictures: what joins an editable start, the core's numbers, and a picture.

import type { VNode } from "preact";
import type { Tril } from "../core/index.ts";

/**
 * A picture of a lesson that answers back. `parse` checks the data of the lesson's block; `compute` has the
 * core work on it (at build time for the first picture, then after each edit); `View` draws both.
 * Start and result are plain data that survive JSON.
 */
export interface LivePicture<Start, Result> {
  /** Throws an Error whose sentence says what the data lacks. */
  parse(data: unknown): Start;
  compute(tril: Tril, start: Start): Result;
  View(props: { start: Start; result: Result }): VNode;
}

type Module = { default: LivePicture<unknown, unknown> };

const modules: Record<string, () => Promise<Module>> = {
  "weighted-mix": () => import("./live/weighted-mix.tsx"),
  "train-bpe": () => import("./live/train-bpe.tsx"),
};

export const pictureNames = Object.keys(modules);

/** The live picture of that name; an unknown name is an Error that lists the known ones. */
export async function livePicture(name: string): Promise<LivePicture<unknown, unknown>> {
  const module = modules[name];
  if (!module) throw new Error(`there is no picture '${name}'; there are ${pictureNames.join(", ")}`);
  return (await module()).default;
}
