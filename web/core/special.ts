// Special tokens on their way to the core.

import type { Argument } from "./bridge.ts";
import { describe, recordOf, wholeNumber } from "./check.ts";

/** The special tokens of a tokenizer: text -> id. */
export type SpecialTokens = Readonly<Record<string, number>>;

/** Special tokens as the core reads them: how many, and the text and the id of each. */
export function layOfSpecials(specials: SpecialTokens): Argument[] {
  const entries = Object.entries(recordOf(specials, "specialTokens"));
  for (const [text, id] of entries) wholeNumber(id, `The id of the special token ${describe(text)}`);
  return [entries.length, ...entries.flat()];
}
