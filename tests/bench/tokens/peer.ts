// What each library is asked to do, by the fastest of its public calls; special tokens are ordinary text.

import type { Merge } from "../../../dist/index.js";

export interface Tokens {
  encode(text: string): ArrayLike<number>;
  /** Of ids as `encode` gave them. */
  decode(ids: ArrayLike<number>): string;
  /** Empties what it keeps from one call for the next, if it keeps anything. */
  forget(): void;
  /** Learns from a text, up to so many tokens. */
  train?(text: string, vocabSize: number): Merge[];
}

/** What each bundle exports: it starts the library with the vocabulary that it carries. */
export type Start = () => Promise<Tokens>;
