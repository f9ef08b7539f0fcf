// Tokenizer files, read and written.

import { utf8 } from "./bridge.ts";
import { describe, optionsOf } from "./check.ts";
import type { Core } from "./core.ts";
import { TrilError } from "./errors.ts";
import type { Handle } from "./handle.ts";
import { layOfSpecials, type SpecialTokens } from "./special.ts";
import { checkText, type Pattern } from "./text.ts";

/** The file formats of a tokenizer. */
export type TokenizerFormat = "minbpe" | "tiktoken";

/** How to read a tokenizer's file. */
export interface LoadBpeOptions {
  /** Guessed from the file when absent. */
  format?: TokenizerFormat;
  /** How texts are cut. A minbpe file says it itself; @default "none" for the others. */
  pattern?: Pattern;
  /** Special tokens, in addition to the file's own. */
  specialTokens?: SpecialTokens;
}

/** Reads a tokenizer's file; the tokenizer is then the object that the last call has made. */
export function loadBpe({ raw, bridge }: Core, file: Uint8Array | string, options: LoadBpeOptions): void {
  if (typeof file !== "string" && !(file instanceof Uint8Array))
    throw new TrilError("bad-argument", `loadBpe takes the file's bytes or text, not ${describe(file)}.`);
  const { specialTokens = {}, pattern = "none", ...rest } = optionsOf(options, "loadBpe");
  const specials = layOfSpecials(specialTokens);
  const format = rest.format ?? (startsWith(file, "minbpe v1") ? "minbpe" : "tiktoken");
  checkFormat(format);
  checkText(pattern, "The pattern");
  if (format === "minbpe") bridge.call(raw.loadMinbpe, file, specials);
  else bridge.call(raw.loadTiktoken, file, pattern, specials);
}

export function saveBpe({ raw, bridge }: Core, tokenizer: Handle, format: TokenizerFormat): Uint8Array {
  checkFormat(format);
  tokenizer.call(format === "minbpe" ? raw.saveMinbpe : raw.saveTiktoken);
  return bridge.bytes(0);
}

function checkFormat(format: TokenizerFormat): void {
  if (format !== "minbpe" && format !== "tiktoken")
    throw new TrilError(
      "bad-argument",
      `The format of a tokenizer is "minbpe" or "tiktoken", not ${describe(format)}.`,
    );
}

function startsWith(file: Uint8Array | string, text: string): boolean {
  return typeof file === "string" ? file.startsWith(text) : utf8(text).every((byte, i) => file[i] === byte);
}
