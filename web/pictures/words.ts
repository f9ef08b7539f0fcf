// The words of the interface, in the language of the page. web/pictures/en.json has them all: `live` is what
// the browser needs, `page` what is written when the site is built.

import { live } from "./en.json";

export type Word = keyof typeof live;

/** A word or sentence of the interface, with {names} filled in. */
export function say(word: Word, values: Record<string, string | number> = {}): string {
  return fill(live[word], values);
}

/** Fills the {names} of a sentence in. */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** "1 merge", "3 merges". */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
