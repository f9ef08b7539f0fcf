// Byte-pair tokenizers.

import { type Bridge, utf8 } from "./bridge.ts";
import { describe, largestWord, optionsOf, wholeNumber } from "./check.ts";
import type { Core } from "./core.ts";
import { TrilError } from "./errors.ts";
import { Handle } from "./handle.ts";
import type { RawBpe } from "./raw.ts";
import { type Pattern, type Piece, spanAt, textBytes } from "./text.ts";

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

/** The file formats of a tokenizer. */
export type TokenizerFormat = "minbpe" | "tiktoken";

const policies = ["error", "text", "all", "list"];
const wholeDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * A byte-pair tokenizer: text to ids and back. It comes from `trainBpe` or `loadBpe` and lives in
 * WebAssembly's memory: call `dispose()` when done with it (or declare it with `using`).
 */
export class Tokenizer {
  readonly #bridge: Bridge;
  readonly #handle: Handle<RawBpe>;

  /** @internal */
  constructor(bridge: Bridge, raw: RawBpe) {
    this.#bridge = bridge;
    this.#handle = new Handle(raw, "tokenizer");
  }

  /** How many tokens there are, special ones included. */
  get size(): number {
    return this.#handle.raw.size();
  }

  /** The merges in the order they were learned. */
  get merges(): Merge[] {
    this.#bridge.check(this.#handle.raw.merges());
    const flat = this.#bridge.integers(0);
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
    this.#onText("encode", text, options);
    return this.#bridge.integers(0);
  }

  /** How many ids a text takes. Example: `count("aaab")` is `encode("aaab").length`. */
  count(text: string, options: EncodeOptions = {}): number {
    this.#onText("count", text, options);
    return this.#bridge.integers(0)[0]!;
  }

  /** The tokens of a text with their bytes and places, for colouring it. Their bytes in a row are the text. */
  tokens(text: string, options: EncodeOptions = {}): Token[] {
    const bytes = this.#onText("tokens", text, options);
    const flat = this.#bridge.integers(0);
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
    const bytes = this.#onText("encodeSteps", text, options);
    const flat = this.#bridge.integers(0);
    const steps = this.#bridge.integers(1);
    const ids = this.#bridge.integers(2);
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
    const numbers = checkIds(ids);
    const [at] = this.#bridge.put(numbers);
    this.#bridge.check(this.#handle.raw.decode(at!, numbers.length));
    return this.#bridge.bytes(0);
  }

  /** A decoder for ids that come one by one. Streams know nothing of each other. */
  decodeStream(): DecodeStream {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    return {
      push: (id) => decoder.decode(this.bytesOf(id), { stream: true }),
      end: () => decoder.decode(),
    };
  }

  /** The bytes of a token. @throws TrilError "unknown-id" when the id has no token. */
  bytesOf(id: number): Uint8Array<ArrayBuffer> {
    const [number] = checkIds([id]);
    this.#bridge.check(this.#handle.raw.bytesOf(number!));
    if (this.#bridge.integers(0)[0] === 0)
      throw new TrilError("unknown-id", `The id ${id} has no token in this tokenizer.`);
    return this.#bridge.bytes(1);
  }

  /** The id of the token with these bytes, or this text; undefined when there is none. */
  idOf(bytes: Uint8Array | string): number | undefined {
    const wanted = typeof bytes === "string" ? utf8(bytes) : bytes;
    if (!(wanted instanceof Uint8Array))
      throw new TrilError("bad-argument", `idOf takes bytes or a string, not ${describe(bytes)}.`);
    const [at] = this.#bridge.put(wanted);
    this.#bridge.check(this.#handle.raw.idOf(at!, wanted.length));
    const [found, id] = this.#bridge.integers(0);
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
    const numbers = checkIds(ids);
    const [at] = this.#bridge.put(numbers);
    this.#bridge.check(
      this.#handle.raw.rewind(at!, numbers.length, wholeNumber(merges, "The number of merges")),
    );
    return this.#bridge.integers(0);
  }

  /** The tokenizer as a file that `loadBpe` reads. @throws TrilError when the format cannot hold it. */
  save(format: TokenizerFormat): Uint8Array {
    if (format !== "minbpe" && format !== "tiktoken")
      throw new TrilError(
        "bad-argument",
        `A tokenizer is saved as "minbpe" or "tiktoken", not ${describe(format)}.`,
      );
    const { raw } = this.#handle;
    this.#bridge.check(format === "minbpe" ? raw.saveMinbpe() : raw.saveTiktoken());
    return this.#bridge.bytes(0);
  }

  /** Frees the tokenizer's memory; using it afterwards is a TrilError "disposed". */
  dispose(): void {
    this.#handle.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #onText(call: "encode" | "count" | "tokens" | "encodeSteps", text: string, options: EncodeOptions) {
    const { special = "error" } = optionsOf(options, call);
    const bytes = textBytes(text);
    const policy = Array.isArray(special) ? "list" : (special as string);
    if (!policies.includes(policy))
      throw new TrilError(
        "bad-argument",
        `\`special\` is "error", "text", "all" or a list of special tokens, not ${describe(special)}.`,
      );
    const names = packTexts(Array.isArray(special) ? special : []);
    const [textAt, namesAt] = this.#bridge.put(bytes, names.packed);
    const { raw } = this.#handle;
    this.#bridge.check(raw[call](textAt!, bytes.length, policies.indexOf(policy), namesAt!, names.count));
    return bytes;
  }
}

function mergeStepAt(flat: Uint32Array, at: number): MergeStep {
  return { left: flat[at]!, right: flat[at + 1]!, id: flat[at + 2]!, rank: flat[at + 3]!, at: flat[at + 4]! };
}

/** The special tokens of a tokenizer: text -> id. */
export type SpecialTokens = Readonly<Record<string, number>>;

/** How to read a tokenizer's file. */
export interface LoadBpeOptions {
  /** Guessed from the file when absent. */
  format?: TokenizerFormat;
  /** How texts are cut. A minbpe file says it itself; @default "none" for the others. */
  pattern?: Pattern;
  /** Special tokens, in addition to the file's own. */
  specialTokens?: SpecialTokens;
}

export function loadBpe(
  { raw, bridge }: Core,
  file: Uint8Array | string,
  options: LoadBpeOptions,
): Tokenizer {
  const bytes = typeof file === "string" ? utf8(file) : file;
  if (!(bytes instanceof Uint8Array))
    throw new TrilError("bad-argument", `loadBpe takes the file's bytes or text, not ${describe(file)}.`);
  const { specialTokens = {}, pattern: name = "none", ...rest } = optionsOf(options, "loadBpe");
  const specials = packSpecials(specialTokens);
  const format = rest.format ?? (startsWith(bytes, "minbpe v1") ? "minbpe" : "tiktoken");
  const pattern = textBytes(name, "The pattern");
  const [at, patternAt, specialsAt] = bridge.put(bytes, pattern, specials.packed) as [number, number, number];
  if (format === "minbpe") return wrap(bridge, raw.loadMinbpe(at, bytes.length, specialsAt, specials.count));
  if (format === "tiktoken")
    return wrap(
      bridge,
      raw.loadTiktoken(at, bytes.length, patternAt, pattern.length, specialsAt, specials.count),
    );
  throw new TrilError(
    "bad-argument",
    `The format of a tokenizer is "minbpe" or "tiktoken", not ${describe(format)}.`,
  );
}

/** Takes over a handle from the core, or throws the error that came instead. */
function wrap(bridge: Bridge, made: RawBpe | null): Tokenizer {
  if (made === null) throw failure(bridge);
  return new Tokenizer(bridge, made);
}

/** The error of a call that makes a handle: its message is in box 0, its status in box 1. */
export function failure(bridge: Bridge): never {
  bridge.check(bridge.integers(1)[0]!);
  throw new TrilError("crashed", "The core failed without saying why.");
}

export function packSpecials(specials: SpecialTokens): { packed: Uint8Array; count: number } {
  const entries = Object.entries(optionsOf(specials, "specialTokens"));
  for (const [text, id] of entries) wholeNumber(id, `The id of the special token ${describe(text)}`);
  const texts = entries.map(([text]) => utf8(text));
  return pack(
    texts,
    entries.flatMap(([, id], i) => [id, texts[i]!.length]),
  );
}

function packTexts(texts: readonly string[]): { packed: Uint8Array; count: number } {
  const bytes = texts.map((text) => textBytes(text, "A special token"));
  return pack(
    bytes,
    bytes.map(({ length }) => length),
  );
}

/** Numbers, then the bytes of some texts one after another. */
function pack(texts: Uint8Array[], numbers: number[]): { packed: Uint8Array; count: number } {
  const head = new Uint8Array(new Uint32Array(numbers).buffer);
  const packed = new Uint8Array(texts.reduce((size, { length }) => size + length, head.length));
  packed.set(head);
  let at = head.length;
  for (const text of texts) {
    packed.set(text, at);
    at += text.length;
  }
  return { packed, count: texts.length };
}

function checkIds(ids: ArrayLike<number>): Uint32Array {
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

function startsWith(bytes: Uint8Array, text: string): boolean {
  return utf8(text).every((byte, i) => bytes[i] === byte);
}
