// Tokenizer files, read and written.

import { describe, indexIn, optionsOf } from "./check.ts";
import type { Core } from "./core.ts";
import { TrilError } from "./errors.ts";
import { textOf, withoutMark } from "./files.ts";
import { type Gpt2Files, loadGpt2, saveGpt2 } from "./gpt2.ts";
import type { Handle } from "./handle.ts";
import { loadHuggingFace, saveHuggingFace } from "./huggingface.ts";
import { layOfSpecials, type SpecialTokens } from "./special.ts";
import { checkText, type Pattern } from "./text.ts";

/** The file formats of a tokenizer: minbpe's `.model`, `.tiktoken`, GPT-2's `vocab.json` with `merges.txt`, and
 *  Hugging Face's `tokenizer.json`. */
export type TokenizerFormat = "minbpe" | "tiktoken" | "gpt2" | "huggingface";

const formats: readonly TokenizerFormat[] = ["minbpe", "tiktoken", "gpt2", "huggingface"];

/** A tokenizer's file, its bytes or its text, or the two files of GPT-2's format. */
export type TokenizerFile = Uint8Array | string | Gpt2Files<Uint8Array | string>;

/** How to read a tokenizer's file. */
export interface LoadBpeOptions {
  /** Guessed from the file when absent. */
  format?: TokenizerFormat;
  /** How texts are cut. For files of tiktoken and GPT-2: those of minbpe and Hugging Face say it themselves, and this is
   *  not asked for beside them. @default "gpt2" for that format's files, "none" for tiktoken's. */
  pattern?: Pattern;
  /** Special tokens, in addition to the file's own. */
  specialTokens?: SpecialTokens;
}

/** Options of loadBpe with known names. */
export function loadOptions(options: LoadBpeOptions): LoadBpeOptions {
  return optionsOf<LoadBpeOptions>(options, "loadBpe", {
    format: undefined,
    pattern: undefined,
    specialTokens: undefined,
  });
}

/** Reads a tokenizer's file; the tokenizer is then the object that the last call has made. */
export function loadBpe(core: Core, given: TokenizerFile, options: LoadBpeOptions): void {
  const { raw, bridge } = core;
  const { specialTokens = {}, pattern, ...rest } = loadOptions(options);
  const specials = layOfSpecials(specialTokens);
  if (pattern !== undefined) checkText(pattern, "The pattern");
  if (rest.format !== undefined) checkFormat(rest.format);

  const file = isFile(given) ? withoutMark(given) : given;
  if (isFile(file)) {
    const format = rest.format ?? guess(file);
    if (format === "minbpe") bridge.call(raw.loadMinbpe, file, specials);
    else if (format === "tiktoken") bridge.call(raw.loadTiktoken, file, pattern ?? "none", specials);
    else if (format === "huggingface") loadHuggingFace(core, textOf(file, "tokenizer.json"), specialTokens);
    else throw wrongFiles(file, "the two files of GPT-2's format by their names");
    return;
  }
  const isPair =
    typeof file === "object" && file !== null && isFile(file["vocab.json"]) && isFile(file["merges.txt"]);
  if (!isPair || (rest.format ?? "gpt2") !== "gpt2") throw wrongFiles(file, "a file's bytes or text");
  loadGpt2(core, file, pattern ?? "gpt2", specialTokens);
}

export function saveBpe(
  core: Core,
  tokenizer: Handle,
  format: TokenizerFormat,
): Uint8Array | Gpt2Files<Uint8Array> {
  const { raw, bridge } = core;
  checkFormat(format);
  if (format === "gpt2") return saveGpt2(core, tokenizer);
  if (format === "huggingface") return saveHuggingFace(core, tokenizer);
  tokenizer.call(format === "minbpe" ? raw.saveMinbpe : raw.saveTiktoken);
  return bridge.bytes(0);
}

function checkFormat(format: TokenizerFormat): void {
  indexIn(formats, format, "The format of a tokenizer");
}

function isFile(value: unknown): value is Uint8Array | string {
  return typeof value === "string" || value instanceof Uint8Array;
}

function wrongFiles(value: unknown, wanted: string): TrilError {
  return new TrilError(
    "bad-argument",
    `loadBpe takes ${wanted} here, not ${describe(value)}: a file's bytes or text, or { "vocab.json": …, "merges.txt": … }.`,
  );
}

function guess(file: Uint8Array | string): TokenizerFormat {
  const start = typeof file === "string" ? file.slice(0, 99) : new TextDecoder().decode(file.subarray(0, 99));
  if (start.startsWith("minbpe v1")) return "minbpe";
  return /^\ufeff?\s*\{/.test(start) ? "huggingface" : "tiktoken";
}
