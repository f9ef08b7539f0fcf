// Texts on their way to the core, and pieces on their way back.

import { utf8 } from "./bridge.ts";
import { describe } from "./check.ts";
import type { Core } from "./core.ts";
import { TrilError } from "./errors.ts";

/** How a text is cut before merging: not at all, or as the tokenizers of GPT-2, GPT-4 and GPT-4o cut it. */
export type Pattern = "none" | "gpt2" | "cl100k" | "o200k";

/** All patterns, in the order of Pattern in cpp/core/split.h. */
export const patterns: readonly Pattern[] = ["none", "gpt2", "cl100k", "o200k"];

/** A stretch of a text. */
export interface Span {
  /** Where it starts and ends in UTF-16 units, so that `text.slice(start, end)` is it. A place inside a
   *  character counts as the place before that character. */
  start: number;
  end: number;
  /** Where it starts and ends in the text's UTF-8 bytes. */
  byteStart: number;
  byteEnd: number;
}

/** A piece of a text, which no merge crosses. */
export interface Piece extends Span {
  bytes: Uint8Array;
}

/** A text as it is; anything but a string is a TrilError. */
export function checkText(text: string, what = "The text"): string {
  if (typeof text === "string") return text;
  throw new TrilError("bad-argument", `${what} is a string, not ${describe(text)}.`);
}

/** The UTF-8 bytes of a text; anything but a string is a TrilError. */
export function textBytes(text: string): Uint8Array<ArrayBuffer> {
  return utf8(checkText(text));
}

export function split({ raw, bridge }: Core, text: string, pattern: Pattern): Piece[] {
  const bytes = textBytes(text);
  bridge.call(raw.split, bytes, checkText(pattern, "The pattern"));
  const flat = bridge.integers(0);
  return Array.from({ length: flat.length / 4 }, (_, i) => spanAt(flat, 4 * i, bytes));
}

/** Reads four numbers of the core, byte offsets and UTF-16 offsets, as a span with its bytes. */
export function spanAt(flat: Uint32Array, at: number, text: Uint8Array): Piece {
  const [byteStart, byteEnd] = [flat[at]!, flat[at + 1]!];
  return {
    start: flat[at + 2]!,
    end: flat[at + 3]!,
    byteStart,
    byteEnd,
    bytes: text.slice(byteStart, byteEnd),
  };
}
