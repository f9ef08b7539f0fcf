// A published vocabulary: what the entries `tril/vocab/NAME` hold.

import { unpackBytes } from "./bytes.ts";
import type { SpecialTokens } from "./special.ts";
import type { Pattern } from "./text.ts";

/**
 * A published vocabulary, which `loadBpe` takes in place of a file. `tril/vocab/gpt2`, `tril/vocab/cl100k` and
 * `tril/vocab/o200k` export one each.
 */
export interface Vocabulary {
  readonly name: string;
  /** How texts are cut. */
  readonly pattern: Pattern;
  readonly specialTokens: SpecialTokens;
  /** The tokens in the order of their ids, from 0 without a gap: the bytes of each and a byte FF behind it; the
   *  token of the byte FF itself is left empty. */
  readonly tokens: Uint8Array;
}

/** A vocabulary whose tokens travel as text (see bytes.ts). They are unpacked when asked for, and not kept. */
export function vocabularyOf(
  name: Pattern,
  packed: { text: string; order: string; specialTokens: SpecialTokens },
): Vocabulary {
  const { text, order, specialTokens } = packed;
  return {
    name,
    pattern: name,
    specialTokens,
    get tokens() {
      return unpackBytes(text, order);
    },
  };
}
