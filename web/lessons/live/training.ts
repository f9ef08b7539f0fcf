// What the picture of lesson "train-bpe" shows, as plain data; and the messages between the page and the
// worker that trains.

import type { Merge, Progress, Round, Tokenizer, Trainer, Tril } from "../../core/index.ts";
import { labelOf } from "../../pictures/bytes.ts";

/** What training starts from. */
export interface TrainingStart {
  text: string;
  /** How many merges to learn. */
  merges: number;
}

/** What training did, as far as it got. */
export interface TrainingResult {
  merges: Merge[];
  /** One for each merge, and one for the state at the end. */
  rounds: Round[];
  /** Labels of the ids that occur, in pairs of id and label. */
  labels: [number, string][];
  /** The start of the text as ids, after all merges. */
  ids: number[];
  /** Whether the text goes on after these ids. */
  cut: boolean;
  /** The ids as they stood after `step` merges. */
  step: number;
  stepIds: number[];
}

/** How much of a text the picture shows, in bytes. */
export const shownBytes = 480;

export function resultOf(trainer: Trainer, tokenizer: Tokenizer): TrainingResult {
  const ids = trainer.ids(shownBytes);
  const { merges } = tokenizer;
  const rounds = trainer.rounds();
  const bytes = tokenizer.decodeBytes(ids).length;
  return {
    merges,
    rounds,
    labels: labelsOf(tokenizer, merges, rounds, ids),
    ids: [...ids],
    cut: bytes < trainer.textLength,
    step: 0,
    stepIds: [...tokenizer.rewind(ids, 0)],
  };
}

/** Labels for every id that the picture can show. */
function labelsOf(
  tokenizer: Tokenizer,
  merges: Merge[],
  rounds: Round[],
  ids: Uint32Array,
): [number, string][] {
  const shown = new Set<number>(tokenizer.decodeBytes(ids));
  for (const { left, right, id } of merges) shown.add(left).add(right).add(id);
  for (const { pairs } of rounds) for (const { left, right } of pairs) shown.add(left).add(right);
  return Array.from(shown, (id) => [id, labelOf(tokenizer.bytesOf(id))]);
}

/** Trains to the end at once; for texts of a lesson's size. */
export function trainAtOnce(tril: Tril, { text, merges }: TrainingStart): TrainingResult {
  const trainer = tril.trainer(text, { vocabSize: 256 + merges });
  trainer.advance(merges);
  const tokenizer = trainer.tokenizer();
  const result = resultOf(trainer, tokenizer);
  trainer.dispose();
  tokenizer.dispose();
  return result;
}

export type ToWorker =
  | { type: "train"; text: string | Blob; merges: number }
  | { type: "stop" }
  | { type: "step"; step: number };

export type FromWorker =
  | ({ type: "progress" } & Progress)
  | { type: "trained"; result: TrainingResult }
  | { type: "step"; step: number; ids: number[] }
  | { type: "failed"; message: string };
