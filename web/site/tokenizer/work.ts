// What the tokenizer page asks its worker, what comes back, and the work itself: plain data in and out. The build
// does the same work for what the page shows before it is alive.

import type { Merge, Pattern, Tokenizer, Tril, Vocabulary } from "../../core/index.ts";
import type { TokenText } from "../../pictures/parts.ts";

/** What to do with special tokens in a text. */
export type Special = "error" | "text" | "all";

/** Where a tokenizer comes from. */
export type Source =
  | { kind: "published"; vocabulary: Vocabulary }
  | { kind: "trained"; text: string | Blob; merges: number; pattern: Pattern }
  | { kind: "files"; files: Record<string, Uint8Array>; pattern: Pattern };

export type ToWorker =
  | { type: "make"; key: string; source: Source }
  | { type: "stop"; key: string }
  | { type: "drop"; key: string }
  | { type: "encode"; number: number; text: string | Blob; keys: string[]; special: Special }
  | { type: "explain"; number: number; key: string; index: number };

export type FromWorker =
  | { type: "progress"; key: string; merges: number; of: number }
  | { type: "made"; key: string; size: number }
  | { type: "failed"; key: string; message: string }
  | { type: "encoded"; number: number; encoded: Encoded }
  | { type: "unreadable"; number: number; message: string }
  | { type: "explained"; number: number; explained: Explained };

/** A text and what each tokenizer makes of it. */
export interface Encoded {
  bytes: Uint8Array;
  /** How long the text is in code points. */
  characters: number;
  results: Record<string, Tokens | { problem: string }>;
}

export type Tokens = Omit<TokenText, "bytes">;

/** How a token came about. */
export interface Explained {
  key: string;
  index: number;
  id: number;
  special: boolean;
  /** The piece that the token lies in, in bytes of the text. */
  piece: { start: number; end: number };
  /** The merges that made the token, in the order they happen; each with the bytes of its two halves. */
  steps: MadeOf[];
}

export interface MadeOf {
  left: number;
  right: number;
  id: number;
  leftBytes: number[];
  rightBytes: number[];
}

/** A tokenizer, and what is worked out about it when it is first asked for. */
export class Workbench {
  readonly tokenizer: Tokenizer;
  readonly #lengths: number[] = []; // of tokens in bytes, by id
  readonly #specials: ReadonlySet<number>;
  #merges: Map<number, { merge: Merge; rank: number }> | undefined;
  /** Where the pieces of the last text end that was asked about. */
  #pieces: { text: TokenText; ends: Uint32Array } | undefined;

  constructor(tokenizer: Tokenizer) {
    this.tokenizer = tokenizer;
    this.#specials = new Set(Object.values(tokenizer.specialTokens));
  }

  /** The tokens of a text, or the sentence of the error that it gives. */
  encode(text: string, special: Special): Tokens | { problem: string } {
    try {
      const ids = this.tokenizer.encode(text, { special });
      const ends = new Uint32Array(ids.length);
      let end = 0;
      for (const [i, id] of ids.entries()) {
        this.#lengths[id] ??= this.tokenizer.bytesOf(id).length;
        end += this.#lengths[id];
        ends[i] = end;
      }
      return { ids, ends };
    } catch (error) {
      return { problem: (error as Error).message };
    }
  }

  /** How a token of a text came about. `text` is what `encode` made of a text in UTF-8. */
  explain(tril: Tril, text: TokenText, index: number): Omit<Explained, "key"> {
    if (this.#pieces?.text !== text) this.#pieces = { text, ends: this.#pieceEnds(tril, text) };
    const { ends } = this.#pieces;
    const end = text.ends[index]!;
    const piece = ends.findIndex((pieceEnd) => pieceEnd >= end);
    const id = text.ids[index]!;
    return {
      index,
      id,
      special: this.#specials.has(id),
      piece: { start: piece === 0 ? 0 : ends[piece - 1]!, end: ends[piece]! },
      steps: this.#stepsOf(id),
    };
  }

  /** Special tokens are pieces of their own; what lies between them is cut by the pattern. */
  #pieceEnds(tril: Tril, { bytes, ids, ends }: TokenText): Uint32Array {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const pieceEnds: number[] = [];
    let start = 0;
    const cutUpTo = (end: number) => {
      const text = decoder.decode(bytes.subarray(start, end));
      for (const { byteEnd } of tril.split(text, this.tokenizer.pattern)) pieceEnds.push(start + byteEnd);
    };
    for (const [i, id] of ids.entries()) {
      if (!this.#specials.has(id)) continue;
      cutUpTo(ends[i - 1] ?? 0);
      pieceEnds.push(ends[i]!);
      start = ends[i]!;
    }
    cutUpTo(bytes.length);
    return Uint32Array.from(pieceEnds);
  }

  /** The merges that make a token, the one with the lowest rank first: only its own bytes decide about them. */
  #stepsOf(id: number): MadeOf[] {
    this.#merges ??= new Map(this.tokenizer.merges.map((merge, rank) => [merge.id, { merge, rank }]));
    const made: { merge: Merge; rank: number }[] = [];
    const open = [id];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const entry = this.#merges.get(next);
      if (!entry) continue;
      made.push(entry);
      open.push(entry.merge.right, entry.merge.left);
    }
    made.sort((a, b) => a.rank - b.rank);
    return made.map(({ merge: { left, right, id } }) => ({
      left,
      right,
      id,
      leftBytes: [...this.tokenizer.bytesOf(left)],
      rightBytes: [...this.tokenizer.bytesOf(right)],
    }));
  }
}

/** How long a text in UTF-8 is, in code points. */
export function charactersIn(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => ((byte & 0xc0) === 0x80 ? count : count + 1), 0);
}
