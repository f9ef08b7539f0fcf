// A text with its tokens, as plain data: what of a character each token holds, and how a long text is cut so
// that only the stretch in view has to be drawn.

import { hex, markOf, unseen } from "./bytes.ts";

/** A text and its tokens. */
export interface TokenText {
  /** The text in UTF-8. */
  bytes: Uint8Array;
  ids: Uint32Array;
  /** Where each token ends, in bytes; it starts where the one before it ends. */
  ends: Uint32Array;
}

/** A stretch of tokens, from `first` up to and without `last`, and of the bytes they stand for. */
export interface Stretch {
  first: number;
  last: number;
  start: number;
  end: number;
}

/** What a token shows: text, a mark for a character that cannot be seen, or some of a character's bytes. */
export type Part =
  | { kind: "text"; text: string }
  | { kind: "mark"; text: string; mark: string }
  | { kind: "slice"; slice: Slice };

/** The bytes `from` up to and without `to` of the `of` bytes of a character. */
export interface Slice {
  character: string;
  from: number;
  to: number;
  of: number;
  hex: string;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Where token `index` starts, in bytes. */
export function startOf({ ends }: TokenText, index: number): number {
  return index === 0 ? 0 : ends[index - 1]!;
}

/** The parts of the bytes from `start` up to `end` of a text. */
export function partsOf(bytes: Uint8Array, start: number, end: number): Part[] {
  const parts: Part[] = [];
  for (let at = start; at < end; ) {
    const [lead, next] = characterAt(bytes, at);
    if (lead < at || next > end) {
      const to = Math.min(next, end);
      const character = decoder.decode(bytes.subarray(lead, next));
      const slice = { character, from: at - lead, to: to - lead, of: next - lead };
      parts.push({ kind: "slice", slice: { ...slice, hex: hex(bytes.subarray(at, to)) } });
      at = to;
    } else {
      // Whole characters, up to the one that the token holds only a part of.
      const [last, after] = characterAt(bytes, end - 1);
      const whole = after > end ? last : end;
      parts.push(...textParts(decoder.decode(bytes.subarray(at, whole))));
      at = whole;
    }
  }
  return parts;
}

function textParts(text: string): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const { 0: character, index } of text.matchAll(unseen)) {
    if (index > done) parts.push({ kind: "text", text: text.slice(done, index) });
    parts.push({ kind: "mark", text: character, mark: markOf(character) });
    done = index + character.length;
  }
  if (done < text.length) parts.push({ kind: "text", text: text.slice(done) });
  return parts;
}

/** Where the character that holds the byte at `at` starts, and where the next one does. */
function characterAt(bytes: Uint8Array, at: number): [number, number] {
  let lead = at;
  while (lead > 0 && isInside(bytes[lead]!)) lead--;
  const first = bytes[lead]!;
  return [lead, lead + (first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4)];
}

/** Whether a byte of UTF-8 goes on with a character that began before it. */
function isInside(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Stretches are at least so many bytes long, and at most so many while a place to cut is looked for. */
const least = 1200;
const most = 4000;
const newline = 10;
const space = 32;

/**
 * Cuts a text between tokens into stretches of a few thousand bytes: behind a line's end where there is one, else
 * before a space, and never inside a character.
 */
export function stretchesOf(text: TokenText): Stretch[] {
  const { bytes, ends } = text;
  const stretches: Stretch[] = [];
  let first = 0;
  let start = 0;
  const cut = (last: number, end: number) => {
    stretches.push({ first, last, start, end });
    first = last;
    start = end;
  };
  for (const [index, end] of ends.entries()) {
    const size = end - start;
    if (size < least || end === bytes.length) continue;
    if (bytes[end - 1] === newline) cut(index + 1, end);
    else if (size >= most && (bytes[end] === space || (size >= 2 * most && !isInside(bytes[end]!))))
      cut(index + 1, end);
  }
  if (first < ends.length) cut(ends.length, bytes.length);
  return stretches;
}

/** How many lines a stretch takes, roughly, where so many narrow characters fit on one. */
export function linesIn(bytes: Uint8Array, { start, end }: Stretch, columns: number): number {
  let lines = 0;
  let width = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === newline) {
      lines += Math.max(1, Math.ceil(width / columns));
      width = 0;
    } else if (!isInside(byte)) width += byte < 0xe0 ? 1 : 2;
  }
  return lines + Math.ceil(width / columns);
}
