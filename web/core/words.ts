// Word tokenizers: a text cut at white space.

import type { Call } from "./bridge.ts";
import { describe, optionsOf, recordOf, wholeNumber } from "./check.ts";
import type { Core } from "./core.ts";
import { TrilError } from "./errors.ts";
import { Handle } from "./handle.ts";

import { checkText, type Span, spanAt, textBytes } from "./text.ts";
import { checkIds } from "./tokenizer.ts";

/** How a word tokenizer cuts and what it does with words it does not know. */
export interface WordOptions {
  /** The token for words that are not in the vocabulary; null when there is to be none. @default "<unk>" */
  unknown?: string | null;
  /** Whether what is neither letter nor number, such as a comma, is a word of its own. @default false */
  punctuation?: boolean;
}

/** How the words of a text get their ids. */
export interface TrainWordsOptions extends WordOptions {
  /** Ids in the order of the words' code points, or else in that of their first places in the text. @default true */
  sort?: boolean;
  /**
   * One id for each different word. Without, every word of the text takes an id, equal ones share the last of
   * theirs, and the others are never used: a common slip, worth a look.
   * @default true
   */
  unique?: boolean;
}

/** The ids of words: word -> id, or the words in the order of their ids from 0. */
export type WordVocabulary = Readonly<Record<string, number>> | readonly string[];

/** A word and its id. */
export interface WordEntry {
  word: string;
  id: number;
}

/** A word of a text. */
export interface Word extends Span, WordEntry {
  /** Whether it is in the vocabulary; `id` is that of the unknown token otherwise. */
  known: boolean;
}

/**
 * A tokenizer that gives each word an id. It comes from `trainWords` or `loadWords` and lives in WebAssembly's
 * memory: call `dispose()` when done with it (or declare it with `using`).
 */
export class WordTokenizer {
  readonly #core: Core;
  readonly #handle: Handle;

  /** Takes over what the call before has made. @internal */
  constructor(core: Core) {
    this.#core = core;
    this.#handle = new Handle(core, "tokenizer");
  }

  /** How many words have an id, the unknown token included. */
  get size(): number {
    return this.vocabulary.length;
  }

  /** Every word and its id, in the order of the ids. */
  get vocabulary(): WordEntry[] {
    const { raw, bridge } = this.#core;
    this.#handle.call(raw.vocabulary);
    const [flat, bytes] = [bridge.integers(0), bridge.bytes(1)];
    let at = 0;
    return Array.from({ length: flat.length / 2 }, (_, i) => {
      const start = at;
      at += flat[2 * i + 1]!;
      return { word: decoder.decode(bytes.subarray(start, at)), id: flat[2 * i]! };
    });
  }

  /**
   * The ids of a text's words; those that are not in the vocabulary get the unknown token's.
   *
   * @throws TrilError "unknown-token" for such a word when there is no unknown token.
   * @example
   * const tokenizer = tril.trainWords("the cat ate the mouse");
   * tokenizer.encode("the mouse ate cheese"); // Uint32Array [3, 2, 0, 4]
   */
  encode(text: string): Uint32Array {
    return this.#call(this.#core.raw.encodeWords, checkText(text));
  }

  /**
   * The words of a text with their places and ids, for colouring it.
   *
   * @throws TrilError as `encode`.
   * @example
   * const tokenizer = tril.trainWords("the cat ate the mouse");
   * tokenizer.words("the dog").map(({ word, id, known }) => [word, id, known]);
   * // [["the", 3, true], ["dog", 4, false]]
   */
  words(text: string): Word[] {
    const bytes = textBytes(text);
    const flat = this.#call(this.#core.raw.words, bytes);
    return Array.from({ length: flat.length / 6 }, (_, i) => {
      const { bytes: word, ...span } = spanAt(flat, 6 * i, bytes);
      return { ...span, word: decoder.decode(word), id: flat[6 * i + 4]!, known: flat[6 * i + 5] === 1 };
    });
  }

  /** The words of a text that are not in the vocabulary, so that nothing of them is left in its ids. */
  unknowns(text: string): string[] {
    return this.words(text).flatMap(({ word, known }) => (known ? [] : [word]));
  }

  /**
   * The words of ids with a blank between them; how they were spaced in a text is lost.
   *
   * @throws TrilError "unknown-id" for an id that has no word.
   */
  decode(ids: ArrayLike<number>): string {
    this.#handle.call(this.#core.raw.decodeWords, checkIds(ids));
    return decoder.decode(this.#core.bridge.bytes(0));
  }

  /** The word of an id. @throws TrilError "unknown-id" when there is none. */
  wordOf(id: number): string {
    return this.decode([id]);
  }

  /** The id of a word; undefined when it is not in the vocabulary. */
  idOf(word: string): number | undefined {
    const [found, id] = this.#call(this.#core.raw.idOfWord, checkText(word, "The word"));
    return found === 1 ? id : undefined;
  }

  /** Frees the tokenizer's memory; using it afterwards is a TrilError "disposed". */
  dispose(): void {
    this.#handle.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Makes a call on the tokenizer, and gives its first box. */
  #call(call: Call, given: string | Uint8Array): Uint32Array<ArrayBuffer> {
    this.#handle.call(call, given);
    return this.#core.bridge.integers(0);
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const defaults: Required<WordOptions> = { unknown: "<unk>", punctuation: false };

export function trainWords(core: Core, text: string, options: TrainWordsOptions): WordTokenizer {
  const { sort, unique, ...how } = optionsOf<Required<TrainWordsOptions>>(options, "trainWords", {
    ...defaults,
    sort: true,
    unique: true,
  });
  const { raw, bridge } = core;
  bridge.call(raw.trainWords, checkText(text), layOfOptions(how), Number(sort), Number(unique));
  return new WordTokenizer(core);
}

export function loadWords(core: Core, vocabulary: WordVocabulary, options: WordOptions): WordTokenizer {
  if (typeof vocabulary !== "object" || vocabulary === null)
    throw new TrilError(
      "bad-argument",
      `loadWords takes a list of words, or their ids as { word: id }, not ${describe(vocabulary)}.`,
    );
  const entries: [string, number][] = Array.isArray(vocabulary)
    ? vocabulary.map((word, id) => [checkText(word, `The word ${id}`), id])
    : Object.entries(recordOf(vocabulary, "loadWords"));
  for (const [word, id] of entries) wholeNumber(id, `The id of ${describe(word)}`);
  const { raw, bridge } = core;
  const given = layOfOptions(optionsOf(options, "loadWords", defaults));
  bridge.call(raw.loadWords, given, entries.length, entries.flat());
  return new WordTokenizer(core);
}

function layOfOptions({ unknown, punctuation }: Required<WordOptions>): [string, number] {
  return [unknown === null ? "" : checkText(unknown, "The unknown token"), Number(punctuation)];
}
