// What the picture of lesson "train-bpe" shows, as plain data; and the messages between the page and the
// worker that trains.

import type { Merge, Progress, Round, TieRule, Tokenizer, Trainer, Tril } from "../../core/index.ts";
import { labelOf } from "../../pictures/bytes.ts";

/** What training starts from. */
export interface TrainingStart {
  text: string;
  /** How many merges to learn. */
  merges: number;
  /** Which of the pairs that tie is merged. */
  tieRule: TieRule;
}

/** What training with a rule for ties makes of a text. */
export interface RuleResult {
  rule: TieRule;
  /** The tokens learned, as labels. */
  tokens: string[];
  ids: number[];
}

export const tieRules: readonly TieRule[] = ["first", "smallest", "last"];

/** What training did, as far as it got. */
export interface TrainingResult {
  tieRule: TieRule;
  merges: Merge[];
  /** How many pairs shared the highest count before each merge. */
  tied: number[];
  /** Labels of the ids that occur, in pairs of id and label. */
  labels: [number, string][];
  /** The start of the text as ids, after all merges. */
  ids: number[];
  /** Whether the text goes on after these ids. */
  cut: boolean;
  /** Why there are fewer merges than were asked for, if there are. */
  ended: "complete" | "exhausted" | "stopped";
  now: Moment;
  /** The same text with every rule for ties; missing where that would take too long. */
  rules?: RuleResult[];
}

/** The text between two merges, and the pairs that the next merge is chosen from. */
export interface Moment {
  /** How many merges are done. */
  step: number;
  ids: number[];
  round: Round;
}

/** How much of a text the picture shows, in bytes. */
const shownBytes = 360;

/** A finished training that can be looked at between any two of its merges. */
export class Training {
  readonly result: TrainingResult;
  readonly #tokenizer: Tokenizer;
  readonly #rounds: Round[];

  constructor(trainer: Trainer, tieRule: TieRule) {
    this.#tokenizer = trainer.tokenizer();
    this.#rounds = trainer.rounds();
    const { merges } = this.#tokenizer;
    const ids = [...trainer.ids(shownBytes)];
    this.result = {
      tieRule,
      merges,
      tied: this.#rounds.map(({ tied }) => tied),
      labels: this.#labels(merges, ids),
      ids,
      cut: this.#tokenizer.decodeBytes(ids).length < trainer.textLength,
      ended: this.#rounds.at(-1)!.distinct === 0 ? "exhausted" : trainer.done ? "complete" : "stopped",
      now: { step: 0, ids: [...this.#tokenizer.rewind(ids, 0)], round: this.#rounds[0]! },
    };
  }

  /** A step past the end is the end: a slider may ask for one while a shorter training comes in. */
  at(wanted: number): Moment {
    const step = Math.min(wanted, this.result.merges.length);
    return { step, ids: [...this.#tokenizer.rewind(this.result.ids, step)], round: this.#rounds[step]! };
  }

  dispose(): void {
    this.#tokenizer.dispose();
  }

  /** Labels for every id that the picture can show. */
  #labels(merges: Merge[], ids: number[]): [number, string][] {
    const shown = new Set<number>(this.#tokenizer.decodeBytes(ids));
    for (const { left, right, id } of merges) shown.add(left).add(right).add(id);
    for (const { pairs } of this.#rounds) for (const { left, right } of pairs) shown.add(left).add(right);
    return Array.from(shown, (id) => [id, labelOf(this.#tokenizer.bytesOf(id))]);
  }
}

/** Trains to the end at once; for texts of a lesson's size. */
export function trainAtOnce(tril: Tril, start: TrainingStart): TrainingResult {
  const { text, merges, tieRule } = start;
  const trainer = tril.trainer(text, { vocabSize: 256 + merges, tieRule });
  trainer.advance(merges);
  const training = new Training(trainer, tieRule);
  trainer.dispose();
  training.dispose();
  return { ...training.result, ...byRule(tril, text, merges) };
}

const longestCompared = 20_000;
const mostCompared = 200;

/** What each rule for ties makes of a text, if it is not too long. */
export function byRule(tril: Tril, text: string, merges: number): Pick<TrainingResult, "rules"> {
  if (text.length > longestCompared || merges > mostCompared) return {};
  const rules = tieRules.map((tieRule): RuleResult => {
    const trainer = tril.trainer(text, { vocabSize: 256 + merges, rows: 0, tieRule });
    trainer.advance(merges);
    const tokenizer = trainer.tokenizer();
    const tokens = tokenizer.merges.map(({ id }) => labelOf(tokenizer.bytesOf(id)));
    const ids = [...trainer.ids(shownBytes)];
    trainer.dispose();
    tokenizer.dispose();
    return { rule: tieRule, tokens, ids };
  });
  return { rules };
}

export type ToWorker =
  | { type: "train"; text: string | Blob; merges: number; tieRule: TieRule }
  | { type: "stop" }
  | { type: "step"; step: number };

export type FromWorker =
  | ({ type: "progress" } & Progress)
  | { type: "trained"; result: TrainingResult }
  | { type: "moment"; moment: Moment }
  | { type: "failed"; message: string };
