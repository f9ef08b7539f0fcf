// What a link to the tokenizer page carries. Whatever a stranger's link holds is checked here before it is used.

import type { Pattern } from "../../core/index.ts";
import type { Key } from "./useTokenizers.ts";
import type { Special } from "./work.ts";

export interface Shared {
  text: string;
  chosen: Key[];
  special: Special;
  /** How one's own vocabulary was learned. */
  own?: Own;
}

export interface Own {
  text: string;
  merges: number;
  pattern: Pattern;
}

export const patterns: readonly Pattern[] = ["none", "gpt2", "cl100k", "o200k"];
export const specials: readonly Special[] = ["error", "text", "all"];
export const mostMerges = 20_000;
/** A vocabulary that came from a file does not travel. */
const sharable: readonly Key[] = ["gpt2", "cl100k", "o200k", "own"];

/** The state, or an Error that says in a sentence why it is refused. */
export function sharedFrom(value: unknown): Shared {
  const { text, chosen, special, own } = record(value);
  const given = { text: string(text), chosen: list(chosen), special: oneOf(specials, special) };
  if (own === undefined) return { ...given, chosen: given.chosen.filter((key) => key !== "own") };
  const { text: ownText, merges, pattern } = record(own);
  if (!isCount(merges)) throw unknown();
  return { ...given, own: { text: string(ownText), merges, pattern: oneOf(patterns, pattern) } };
}

/** Whether so many merges can be learned. */
export function isCount(merges: unknown): merges is number {
  return Number.isInteger(merges) && (merges as number) >= 0 && (merges as number) <= mostMerges;
}

const unknown = () => new Error("This link holds something that the page does not know, and is not used.");

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unknown();
  return value as Record<string, unknown>;
}

function string(value: unknown): string {
  if (typeof value !== "string") throw unknown();
  return value;
}

function list(value: unknown): Key[] {
  if (!Array.isArray(value)) throw unknown();
  return sharable.filter((key) => value.map((entry) => oneOf(sharable, entry)).includes(key));
}

function oneOf<Value>(values: readonly Value[], value: unknown): Value {
  if (!values.includes(value as Value)) throw unknown();
  return value as Value;
}
