// Byte-pair tokenizers.

import type { Argument, Arguments } from "./bridge.ts";
import { describe, largestWord, optionsOf, wholeNumber } from "./check.ts";
import type { Core } from "./core.ts";
import { TrilError } from "./errors.ts";
import { saveBpe, type TokenizerFormat } from "./formats.ts";
import type { Gpt2Files } from "./gpt2.ts";
import { Handle } from "./handle.ts";
import type { SpecialTokens } from "./special.ts";
import { checkText, type Pattern, type Piece, patterns, spanAt, textBytes } from "./text.ts";

/** One rule of a tokenizer: the ids `left` and `right`, side by side, become `id`. */
export interface Merge {
  left: number;
  right: number;
  id: number;
  /** How often the pair stood in the training text, when it was merged; absent when that is not known. */
  count?: number;
}

/** A token of a text. */
export interface Token extends Piece {
  id: number;
}

/** One merge as it happens: in the piece's ids, those at `at` and `at + 1` become `id`. */
export interface MergeStep {
  left: number;
  right: number;
  id: number;
  /** The lowest rank merges first. */
  rank: number;
  at: number;
}

/** How one piece of a text becomes ids. */
export interface PieceSteps extends Piece {
  /** Whether the piece is a special token, which needs no merges. */
  special: boolean;
  /** Every merge, in the order it happens. */
  merges: MergeStep[];
  ids: Uint32Array;
}

/** How a text becomes ids: what happens in each piece, and the ids of all. */
export interface EncodeSteps {
  pieces: PieceSteps[];
  ids: Uint32Array;
}

/** What to do with special tokens in a text: refuse them (the default), read them as text, or give them their ids. */
export interface EncodeOptions {
  /** "error" | "text" | "all", or the list of those that are allowed; any other is then an error.
   *  @default "error" */
  special?: "error" | "text" | "all" | readonly string[];
}

/** Turns ids that come one by one into text, without ever cutting a character. */
export interface DecodeStream {
  /** The text that this id completes; "" while a character is still incomplete. */
  push(id: number): string;
  /** What is left: "" or U+FFFD for a character that never was completed. The stream then starts anew. */
  end(): string;
}

type CallName =
  | "size"
  | "facts"
  | "encode"
  | "count"
  | "tokens"
  | "encodeSteps"
  | "bytesOf"
  | "idOf"
  | "merges"
  | "rewind";

// In the order of SpecialPolicy::Kind in cpp/core/special.h, where a list comes after them.
const policies = ["error", "text", "all"];
const wholeDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * A byte-pair tokenizer: text to ids and back. It comes from `trainBpe` or `loadBpe` and lives in
 * WebAssembly's memory: call `dispose()` when done with it (or declare it with `using`).
 */
export class Tokenizer {
  readonly #core: Core;
  readonly #handle: Handle;

  /** Takes over what the call before has made. @internal */
  constructor(core: Core) {
    this.#core = core;
    this.#handle = new Handle(core, "tokenizer");
  }

  /** How many tokens there are, special ones included. */
  get size(): number {
    return this.#call("size")[0]!;
  }

  /** How texts are cut before they are merged. */
  get pattern(): Pattern {
    return patterns[this.#call("facts")[0]!]!;
  }

  /** The special tokens: text -> id. */
  get specialTokens(): SpecialTokens {
    const [, ...facts] = this.#call("facts");
    const texts = this.#core.bridge.bytes(1);
    let end = 0;
    const entries = Array.from({ length: facts.length / 2 }, (_, i) => {
      const start = end;
      end += facts[2 * i + 1]!;
      return [wholeDecoder.decode(texts.subarray(start, end)), facts[2 * i]!];
    });
    return Object.fromEntries(entries);
  }

  /** The merges in the order they were learned. */
  get merges(): Merge[] {
    const flat = this.#call("merges");
    return Array.from({ length: flat.length / 4 }, (_, i) => {
      const merge = { left: flat[4 * i]!, right: flat[4 * i + 1]!, id: flat[4 * i + 2]! };
      const count = flat[4 * i + 3]!;
      return count > 0 ? { ...merge, count } : merge;
    });
  }

  /**
   * The ids of a text. Lone surrogates count as U+FFFD.
   *
   * @throws TrilError "special-token" when the text holds a special token that `special` does not allow.
   * @example
   * const tokenizer = tril.trainBpe("aaabdaaabac", { vocabSize: 259 });
   * tokenizer.encode("aaabdaaabac"); // Uint32Array [258, 100, 258, 97, 99]
   */
  encode(text: string, options: EncodeOptions = {}): Uint32Array {
    return this.#call("encode", checkText(text), policy(options, "encode"));
  }

  /** How many ids a text takes. Example: `count("aaab")` is `encode("aaab").length`. */
  count(text: string, options: EncodeOptions = {}): number {
    return this.#call("count", checkText(text), policy(options, "count"))[0]!;
  }

  /** The tokens of a text with their bytes and places, for colouring it. Their bytes in a row are the text. */
  tokens(text: string, options: EncodeOptions = {}): Token[] {
    const bytes = textBytes(text);
    const flat = this.#call("tokens", bytes, policy(options, "tokens"));
    return Array.from({ length: flat.length / 5 }, (_, i) => ({
      id: flat[5 * i]!,
      ...spanAt(flat, 5 * i + 1, bytes),
    }));
  }

  /**
   * How a text becomes ids: its pieces, and in each piece every merge in the order it happens.
   *
   * @example
   * const tokenizer = tril.trainBpe("aaabdaaabac", { vocabSize: 259 });
   * const [piece] = tokenizer.encodeSteps("aaab").pieces;
   * piece.merges.map(({ id }) => id); // [256, 257, 258]
   */
  encodeSteps(text: string, options: EncodeOptions = {}): EncodeSteps {
    const bytes = textBytes(text);
    const flat = this.#call("encodeSteps", bytes, policy(options, "encodeSteps"));
    const steps = this.#core.bridge.integers(1);
    const ids = this.#core.bridge.integers(2);
    const pieces: PieceSteps[] = [];
    let nextStep = 0;
    let nextId = 0;
    for (let i = 0; i < flat.length; i += 7) {
      const merges = Array.from({ length: flat[i + 5]! }, () => mergeStepAt(steps, 5 * nextStep++));
      const pieceIds = ids.slice(nextId, nextId + flat[i + 6]!);
      nextId += pieceIds.length;
      pieces.push({ ...spanAt(flat, i, bytes), special: flat[i + 4] === 1, merges, ids: pieceIds });
    }
    return { pieces, ids };
  }

  /**
   * The text of ids. Bytes that are not UTF-8 become U+FFFD, one for each broken sequence, as in Python's
   * `errors="replace"`.
   *
   * @throws TrilError "unknown-id" for an id that has no token.
   */
  decode(ids: ArrayLike<number>): string {
    return wholeDecoder.decode(this.decodeBytes(ids));
  }

  /** The bytes of ids in a row. @throws TrilError "unknown-id" for an id that has no token. */
  decodeBytes(ids: ArrayLike<number>): Uint8Array<ArrayBuffer> {
    this.#handle.call(this.#core.raw.decode, checkIds(ids));
    return this.#core.bridge.bytes(0);
  }

  /** A decoder for ids that come one by one. Streams know nothing of each other. */
  decodeStream(): DecodeStream {
    this.#call("size"); // a tokenizer that is disposed says so here, not at the first id
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    return {
      push: (id) => decoder.decode(this.bytesOf(id), { stream: true }),
      end: () => decoder.decode(),
    };
  }

  /** The bytes of a token. @throws TrilError "unknown-id" when the id has no token. */
  bytesOf(id: number): Uint8Array<ArrayBuffer> {
    const [found] = this.#call("bytesOf", checkIds([id])[0]!);
    if (found === 0) throw new TrilError("unknown-id", `The id ${id} has no token in this tokenizer.`);
    return this.#core.bridge.bytes(1);
  }

  /** The id of the token with these bytes, or this text; undefined when there is none. */
  idOf(bytes: Uint8Array | string): number | undefined {
    if (typeof bytes !== "string" && !(bytes instanceof Uint8Array))
      throw new TrilError("bad-argument", `idOf takes bytes or a string, not ${describe(bytes)}.`);
    const [found, id] = this.#call("idOf", bytes);
    return found === 1 ? id : undefined;
  }

  /**
   * The ids as they stood after only the first `merges` merges: later tokens are taken apart again.
   *
   * @example
   * const tokenizer = tril.trainBpe("aaabdaaabac", { vocabSize: 259 });
   * tokenizer.rewind([258, 100], 1); // Uint32Array [256, 97, 98, 100]
   */
  rewind(ids: ArrayLike<number>, merges: number): Uint32Array {
    return this.#call("rewind", checkIds(ids), wholeNumber(merges, "The number of merges"));
  }

  /**
   * The tokenizer as a file that `loadBpe` reads, or as the two files of GPT-2's format. In those and in tiktoken's
   * the pattern is not said, nor which tokens are special: give them to `loadBpe` again.
   *
   * @throws TrilError "bad-argument" when the format cannot hold the tokenizer.
   * @example
   * const tokenizer = tril.trainBpe("aaab", { vocabSize: 257, pattern: "gpt2" });
   * const files = tokenizer.save("gpt2");
   * new TextDecoder().decode(files["merges.txt"]); // "#version: 0.2\na a\n"
   */
  save(format: "gpt2"): Gpt2Files<Uint8Array>;
  save(format: Exclude<TokenizerFormat, "gpt2">): Uint8Array;
  save(format: TokenizerFormat): Uint8Array | Gpt2Files<Uint8Array>;
  save(format: TokenizerFormat): Uint8Array | Gpt2Files<Uint8Array> {
    return saveBpe(this.#core, this.#handle, format);
  }

  /** Frees the tokenizer's memory; using it afterwards is a TrilError "disposed". */
  dispose(): void {
    this.#handle.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Makes a call on the tokenizer, and gives its first box. */
  #call(name: CallName, ...given: Arguments): Uint32Array<ArrayBuffer> {
    this.#handle.call(this.#core.raw[name], ...given);
    return this.#core.bridge.integers(0);
  }
}

/** What to do with special tokens, as the core reads it. */
function policy(options: EncodeOptions, call: string): Argument[] {
  const { special } = optionsOf<Required<EncodeOptions>>(options, call, { special: "error" });
  const names: readonly string[] = Array.isArray(special) ? special : [];
  const kind = Array.isArray(special) ? policies.length : policies.indexOf(special as string);
  if (kind < 0)
    throw new TrilError(
      "bad-argument",
      `\`special\` is "error", "text", "all" or a list of special tokens, not ${describe(special)}.`,
    );
  return [kind, names.length, ...names.map((name) => checkText(name, "A special token"))];
}

function mergeStepAt(flat: Uint32Array, at: number): MergeStep {
  return { left: flat[at]!, right: flat[at + 1]!, id: flat[at + 2]!, rank: flat[at + 3]!, at: flat[at + 4]! };
}

/** Ids as the core takes them; anything but whole numbers is a TrilError. */
export function checkIds(ids: ArrayLike<number>): Uint32Array {
  if (ids instanceof Uint32Array) return ids;
  if (typeof ids !== "object" || ids === null)
    throw new TrilError("bad-argument", `Ids are an array of whole numbers, not ${describe(ids)}.`);
  wholeNumber(ids.length, "The number of ids", 0, 2 ** 30);
  const numbers = new Uint32Array(ids.length);
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    if (!Number.isInteger(id) || id < 0 || id > largestWord)
      throw new TrilError(
        "unknown-id",
        `The id at index ${i} is ${describe(id)}; ids are whole numbers from 0.`,
      );
    numbers[i] = id;
  }
  return numbers;
}
