// Files of text on their way in, and what is wrong with them.

import { TrilError } from "./errors.ts";

export function badFile(message: string): TrilError {
  return new TrilError("bad-file", message);
}

/** An error in the line where `before`, the text up to there, ends. */
export function badLine(file: string, before: string, message: string): TrilError {
  return badFile(`Line ${before.split("\n").length} of ${file}: ${message}`);
}

/** A file without the byte order mark that some editors put before it. */
export function withoutMark<File extends Uint8Array | string>(file: File): File {
  if (typeof file === "string") return file.replace(/^\ufeff/, "") as File;
  return (file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf ? file.subarray(3) : file) as File;
}

/** The text of a file, without a byte order mark. */
export function textOf(file: Uint8Array | string, name: string): string {
  const text = typeof file === "string" ? withoutMark(file) : decode(file, name);
  if (/^\s*</.test(text))
    throw badLine(name, "", "this is a web page or an XML message, not a tokenizer file.");
  return text;
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const [before] = new TextDecoder().decode(bytes).split("\ufffd", 1);
    throw badLine(name, before!, "this is not UTF-8.");
  }
}
