// The output of a run on its way to the page: gathered into batches, and cut where it gets too long.

import { type Line, type OutputBatch, outputLimit } from "./messages.ts";

// Lines are sent at once while there are few; when there are many, every 50 ms, or as soon as so many wait that
// it would be a pity to lose them to an endless loop (in which no timer runs).
const interval = 50;
const batchesAtOnce = 30;
const linesTogether = 50;

// What the page takes from a worker. An honest one keeps far below; one that learner code has taken over must
// not keep the page busy.
const messageLimit = { atOnce: 100, perSecond: 40 };

export interface OutputHost {
  send(batch: OutputBatch): void;
  now(): number;
  /** Calls back after `ms`, if the code ever pauses. */
  later(call: () => void, ms: number): void;
}

export class Output {
  readonly #host: OutputHost;
  #batch: Line[] = [];
  #lines = 0;
  #characters = 0;
  #pictures = 0;
  #hidden = 0;
  #told = 0; // how many hidden lines the page knows of
  #tokens = batchesAtOnce; // how many batches may be sent now; one more every interval
  #tokensAt = 0;
  #waiting = false;

  constructor(host: OutputHost) {
    this.#host = host;
  }

  /** Adds a line. Its text is asked for only while there is room for it. */
  add(kind: Line["kind"], text: () => string): void {
    if (this.#lines < outputLimit.lines && this.#characters < outputLimit.characters)
      this.#keep(kind, text());
    else this.#hidden += 1;
    this.#passOn();
  }

  /** Adds a picture, by the JSON of its data; says whether there was room for it. */
  addPicture(json: string): boolean {
    if (this.#pictures >= outputLimit.pictures || json.length > outputLimit.pictureCharacters) return false;
    this.#pictures += 1;
    this.#batch.push({ kind: "picture", text: json });
    this.#passOn();
    return true;
  }

  #passOn() {
    if (this.#batch.length >= linesTogether || this.#mayFlush()) this.flush();
    else if (!this.#waiting) {
      this.#waiting = true;
      this.#host.later(() => {
        this.#waiting = false;
        this.flush();
      }, interval);
    }
  }

  flush(): void {
    if (this.#batch.length === 0 && this.#hidden === this.#told) return;
    const lines = this.#batch;
    this.#batch = [];
    this.#told = this.#hidden;
    this.#tokens = Math.max(0, this.#tokens - 1);
    this.#host.send({ lines, hidden: this.#hidden });
  }

  #mayFlush(): boolean {
    const now = this.#host.now();
    const more = Math.floor((now - this.#tokensAt) / interval);
    if (more > 0) {
      this.#tokens = Math.min(batchesAtOnce, this.#tokens + more);
      this.#tokensAt = now;
    }
    return this.#tokens > 0;
  }

  #keep(kind: Line["kind"], text: string) {
    const lines = text.split("\n", outputLimit.lines - this.#lines + 1);
    const kept = lines.slice(0, outputLimit.lines - this.#lines).join("\n");
    const room = outputLimit.characters - this.#characters;
    this.#batch.push({ kind, text: kept.slice(0, room) });
    this.#lines += Math.min(lines.length, outputLimit.lines - this.#lines);
    this.#characters += kept.length + 1;
    if (kept.length > room || kept.length < text.length) this.#hidden += 1;
  }
}

/** Counts messages by being called: tells when there are more than a worker may send. */
export function messageCounter(now: () => number): () => boolean {
  const start = now();
  let count = 0;
  return () => ++count > messageLimit.atOnce + (messageLimit.perSecond * (now() - start)) / 1000;
}

/** Holds the batches of a run to the limit of output, should the worker not have done so. */
export function limitOutput(): (batch: OutputBatch) => OutputBatch {
  let { lines: linesLeft, characters, pictures } = outputLimit;
  return ({ lines, hidden }) => {
    const kept: Line[] = [];
    for (const { kind, text } of lines) {
      if (kind === "picture") {
        if (pictures-- > 0) kept.push({ kind, text });
        continue;
      }
      if (linesLeft-- <= 0 || characters <= 0) break;
      kept.push({ kind, text: text.slice(0, characters) });
      characters -= text.length;
    }
    return { lines: kept, hidden };
  };
}
