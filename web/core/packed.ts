// Published vocabularies on their way to the core.

import { describe } from "./check.ts";
import type { Core } from "./core.ts";
import { TrilError } from "./errors.ts";
import { type LoadBpeOptions, loadOptions } from "./formats.ts";
import { layOfSpecials } from "./special.ts";
import { checkText } from "./text.ts";
import type { Vocabulary } from "./vocabulary.ts";

export function isVocabulary(value: unknown): value is Vocabulary {
  return typeof value === "object" && value !== null && "tokens" in value && "specialTokens" in value;
}

/** Reads a vocabulary; the tokenizer is then the object that the last call has made. */
export function loadPacked({ raw, bridge }: Core, vocabulary: Vocabulary, options: LoadBpeOptions): void {
  const { tokens } = vocabulary;
  if (!(tokens instanceof Uint8Array))
    throw new TrilError("bad-argument", `The tokens of a vocabulary are bytes, not ${describe(tokens)}.`);
  const { specialTokens, pattern = vocabulary.pattern } = loadOptions(options);
  const specials = layOfSpecials({ ...vocabulary.specialTokens, ...specialTokens });
  bridge.call(raw.loadPacked, tokens, checkText(pattern, "The pattern"), specials);
}
