// Training a byte-pair tokenizer.

import { describe, largestWord, optionsOf, recordOf, wholeNumber } from "./check.ts";
import type { Core } from "./core.ts";
import { TrilError } from "./errors.ts";
import { Handle } from "./handle.ts";
import { layOfSpecials, type SpecialTokens } from "./special.ts";
import { checkText, type Pattern, textBytes } from "./text.ts";
import { Tokenizer } from "./tokenizer.ts";

/** How far training is: merges learned, of how many that were asked for. */
export interface Progress {
  merges: number;
  of: number;
}

/**
 * Which of the pairs that share the highest count is merged: the one that occurs first in the text as it stands; the
 * one with the lowest ids; or the one whose first place comes last.
 */
export type TieRule = "first" | "smallest" | "last";

export interface TrainOptions {
  /** How many tokens the tokenizer may have: the 256 bytes and the merges to learn. */
  vocabSize: number;
  /** How the text is cut first; no merge crosses a cut. @default "none" */
  pattern?: Pattern;
  /** Special tokens, text -> id; their ids come after the vocabulary's. */
  specialTokens?: SpecialTokens;
  /** What decides between pairs that tie. The others than "first" are slower: they are for seeing what it means. @default "first" */
  tieRule?: TieRule;
}

// In the order of TieRule in cpp/core/bpe_train.h.
const tieRules: readonly TieRule[] = ["first", "smallest", "last"];

export interface TrainBpeOptions extends TrainOptions {
  /** Called between merges, some times a second; returning false stops, and what was learned is kept. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback that returns nothing goes on
  onProgress?(progress: Progress): boolean | void;
}

export interface TrainerOptions extends TrainOptions {
  /** How many pairs of each round's table to keep; 0 keeps no rounds. @default 12 */
  rows?: number;
}

/** One pair of the table that training looks at before each merge. */
export interface PairCount {
  left: number;
  right: number;
  count: number;
  /** Where the pair first stands in the text, in UTF-8 bytes. */
  first: number;
}

/** The table of counts before a merge: the highest counts first, among equals the one that occurs first. */
export interface Round {
  pairs: PairCount[];
  /** How many pairs share the highest count. */
  tied: number;
  /** How many different pairs there are. */
  distinct: number;
}

/**
 * Training that goes as far as it is told, with its working: the table of pair counts before every merge, and
 * the text as it stands. Call `dispose()` when done with it.
 *
 * @example
 * const trainer = tril.trainer("happily happiness unhappy", { vocabSize: 256 + 3 });
 * trainer.advance(1); // { merges: 1, of: 3 }
 * trainer.rounds()[0].tied; // 3
 * trainer.tokenizer().merges; // [{ left: 104, right: 97, id: 256, count: 3 }]
 */
export class Trainer {
  readonly #core: Core;
  readonly #handle: Handle;
  readonly #of: number;
  /** How many bytes the training text has in UTF-8. */
  readonly textLength: number;
  #merges = 0;
  #done = false;

  /** @internal */
  constructor(core: Core, text: string, options: TrainerOptions) {
    const { pattern, specialTokens, rows, tieRule } = optionsOf<Required<TrainerOptions>>(
      options,
      "Training",
      {
        vocabSize: Number.NaN,
        pattern: "none",
        specialTokens: {},
        rows: 12,
        tieRule: "first",
      },
    );
    const vocabSize = wholeNumber(options.vocabSize, "vocabSize", 256);
    const bytes = textBytes(text);
    checkText(pattern, "The pattern");
    const specials = layOfSpecials(specialTokens);
    const rule = tieRules.indexOf(tieRule);
    if (rule < 0)
      throw new TrilError(
        "bad-argument",
        `\`tieRule\` is "first", "smallest" or "last", not ${describe(tieRule)}.`,
      );
    const { raw, bridge } = core;
    bridge.call(raw.startTraining, bytes, vocabSize, pattern, specials, wholeNumber(rows, "rows"), rule);
    this.#core = core;
    this.#handle = new Handle(core, "trainer");
    this.#of = vocabSize - 256;
    this.textLength = bytes.length;
    this.advance(0); // so that `done` is right from the start
  }

  /** Whether all merges are learned, or no pair is left to merge. */
  get done(): boolean {
    return this.#done;
  }

  /** Learns up to so many merges more: fewer only when it is done then. */
  advance(merges: number): Progress {
    const { raw, bridge } = this.#core;
    this.#handle.change(raw.advance, wholeNumber(merges, "The number of merges"));
    const state = bridge.integers(0);
    this.#merges = state[0]!;
    this.#done = state[1] === 1;
    return { merges: this.#merges, of: this.#of };
  }

  /** One round for each merge so far, and one for the state after the last. */
  rounds(): Round[] {
    const { raw, bridge } = this.#core;
    this.#handle.call(raw.rounds);
    const [heads, flat] = [bridge.integers(0), bridge.integers(1)];
    let next = 0;
    return Array.from({ length: heads.length / 3 }, (_, i) => ({
      pairs: Array.from({ length: heads[3 * i + 2]! }, () => pairAt(flat, 4 * next++)),
      tied: heads[3 * i]!,
      distinct: heads[3 * i + 1]!,
    }));
  }

  /** The text as the merges so far leave it: as ids, from its start until `bytes` bytes are covered. */
  ids(bytes = largestWord): Uint32Array {
    const { raw, bridge } = this.#core;
    this.#handle.call(raw.trainingIds, wholeNumber(bytes, "The number of bytes"));
    return bridge.integers(0);
  }

  /** A tokenizer of what was learned so far. */
  tokenizer(): Tokenizer {
    this.#handle.call(this.#core.raw.finish);
    return new Tokenizer(this.#core);
  }

  /** Frees the trainer's memory; using it afterwards is a TrilError "disposed". */
  dispose(): void {
    this.#handle.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

function pairAt(flat: Uint32Array, at: number): PairCount {
  return { left: flat[at]!, right: flat[at + 1]!, count: flat[at + 2]!, first: flat[at + 3]! };
}

export function trainBpe(core: Core, text: string, options: TrainBpeOptions): Tokenizer {
  const { onProgress, ...rest } = recordOf(options, "trainBpe");
  if (onProgress !== undefined && typeof onProgress !== "function")
    throw new TrilError("bad-argument", `onProgress is a function, not ${describe(onProgress)}.`);
  const trainer = new Trainer(core, text, { ...rest, rows: 0 });
  try {
    // Batches that take some 50 ms: few calls, and a stop that is prompt.
    for (let batch = onProgress ? 1 : largestWord; !trainer.done; ) {
      const before = performance.now();
      const progress = trainer.advance(batch);
      if (onProgress?.(progress) === false) break;
      batch = nextBatch(batch, performance.now() - before);
    }
    return trainer.tokenizer();
  } finally {
    trainer.dispose();
  }
}

/** How many merges to learn next so that it takes about 50 ms, when the last `batch` took this long. */
export function nextBatch(batch: number, milliseconds: number): number {
  return Math.max(1, Math.min(4 * batch, Math.floor((50 * batch) / Math.max(milliseconds, 1))));
}
