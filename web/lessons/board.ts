// What a live picture shows now. A picture, its "wrong on purpose" switches and the exercises about it are
// islands of their own; this is what they share.

import type { Tril } from "../core/index.ts";
import { say } from "../pictures/words.ts";
import { recall, remember } from "./memory.ts";

export interface Shown<Start, Result> {
  values: Start;
  /** What the core made of exactly these values. */
  result: Result;
  /** Why the last edit was not taken, in a sentence. */
  problem: string | undefined;
  /** Whether an edit waits for the core, which is still loading. */
  isWaiting: boolean;
}

/** An embedding page may ask for a lesson that is only looked at. */
export const isReadonly = () => globalThis.document?.documentElement.dataset.readonly !== undefined;

export interface BoardOptions<Start, Result> {
  start: Start;
  result: Result;
  compute(tril: Tril, values: Start): Result;
}

/** Edits of the same kind that follow each other this fast, in ms, are undone together: the drag of a point. */
const together = 700;
const longestPast = 200;

export class Board<Start extends object, Result> {
  readonly #id: string;
  readonly #options: BoardOptions<Start, Result>;
  readonly #start: string;
  readonly #listeners = new Set<() => void>();
  #shown: Shown<Start, Result>;
  #core: Tril | undefined;
  #loading: Promise<void> | undefined;
  #past: Start[] = [];
  #future: Start[] = [];
  #lastEdit = { kind: "", time: 0 };
  /** The edits that wait for the core. */
  #pending: Start | undefined;

  constructor(id: string, options: BoardOptions<Start, Result>) {
    this.#id = id;
    this.#options = options;
    const { start: values, result } = options;
    this.#start = JSON.stringify(values);
    this.#shown = { values, result, problem: undefined, isWaiting: false };
  }

  get shown(): Shown<Start, Result> {
    return this.#shown;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  get isChanged(): boolean {
    return JSON.stringify(this.#shown.values) !== this.#start;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Has the core loaded: at the first sign that it will be needed. Until then a page does without it. */
  wake(): void {
    this.#loading ??= import("../core/index.ts")
      .then(({ load }) => load())
      .then(
        (core) => {
          this.#core = core;
          if (this.#pending) this.#apply(this.#pending);
        },
        ({ message }: Error) => {
          this.#loading = undefined; // the network may be back at the next edit
          this.#show({ problem: message, isWaiting: false });
        },
      );
  }

  /** Changes some values; edits of one kind that follow fast on each other are one step back. */
  edit(change: Partial<Start>, kind = ""): void {
    if (isReadonly()) {
      this.say(say("readonly"));
      return;
    }
    const before = this.#pending ?? this.#shown.values;
    const now = Date.now();
    const joins = kind !== "" && kind === this.#lastEdit.kind && now - this.#lastEdit.time < together;
    if (!this.#apply({ ...before, ...change })) return;
    this.#lastEdit = { kind, time: now };
    if (!joins) this.#past = [...this.#past.slice(-longestPast), before];
    this.#future = [];
    this.#tell();
  }

  undo(): void {
    const to = this.#past.pop();
    if (!to) return;
    this.#future.push(this.#shown.values);
    this.#jump(to);
  }

  redo(): void {
    const to = this.#future.pop();
    if (!to) return;
    this.#past.push(this.#shown.values);
    this.#jump(to);
  }

  /** Back to the very start. That can be undone. */
  reset(): void {
    if (this.isChanged) this.edit(this.#options.start);
    this.say(undefined);
  }

  /** Shows a sentence about an entry that was not taken. */
  say(problem: string | undefined): void {
    if (problem !== this.#shown.problem) this.#show({ problem });
  }

  /** Brings back what the learner left, where this device kept it and the lesson still starts the same. */
  restore(): void {
    const kept = recall(this.#id);
    if (kept === undefined || this.isChanged) return;
    const [start, values] = JSON.parse(kept) as [string, Start];
    if (start === this.#start) this.#apply(values);
    else remember(this.#id);
  }

  #jump(values: Start): void {
    this.#lastEdit = { kind: "", time: 0 };
    this.#apply(values);
    this.#tell();
  }

  /** Has the core work on the values and shows both; says whether they can be shown now or soon. */
  #apply(values: Start): boolean {
    if (!this.#core) {
      this.#pending = values;
      this.#show({ problem: undefined, isWaiting: true });
      this.wake();
      return true;
    }
    this.#pending = undefined;
    try {
      const result = this.#options.compute(this.#core, values);
      if (overflows(result)) throw new Error(say("overflow"));
      this.#show({ values, result, problem: undefined, isWaiting: false });
      remember(this.#id, this.isChanged ? JSON.stringify([this.#start, values]) : undefined);
      return true;
    } catch (error) {
      this.#show({ problem: (error as Error).message || say("broke"), isWaiting: false });
      return false;
    }
  }

  #show(change: Partial<Shown<Start, Result>>): void {
    this.#shown = { ...this.#shown, ...change };
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Whether a number in a result has become infinite, or none: a picture has no place for it. */
function overflows(result: unknown): boolean {
  if (typeof result === "number") return !Number.isFinite(result);
  if (typeof result !== "object" || result === null) return false;
  return Object.values(result).some(overflows);
}

const boards = new Map<string, Board<never, never>>();

/** The board of that id ("lesson/picture-1"); whoever asks first says what it starts with. */
export function boardOf<Start extends object, Result>(
  id: string,
  options: BoardOptions<Start, Result>,
): Board<Start, Result> {
  // At build time pages are rendered again and again: each from its own start.
  if (import.meta.env.SSR) return new Board(id, options);
  const known = boards.get(id) as unknown as Board<Start, Result> | undefined;
  if (known) return known;
  const board = new Board(id, options);
  boards.set(id, board as unknown as Board<never, never>);
  return board;
}
