// Tokenizers of a vocabulary and a list of merges, as GPT-2's files and Hugging Face's hold them.

import type { Argument } from "./bridge.ts";
import { describe } from "./check.ts";
import type { Core } from "./core.ts";
import { TrilError } from "./errors.ts";
import { badFile } from "./files.ts";
import type { Handle } from "./handle.ts";
import type { Json } from "./json.ts";
import { type Pattern, patterns } from "./text.ts";

export type Pair = readonly [left: string, right: string];

/** A token that is found in a text before it is cut: unless `always`, only where special tokens are allowed. */
export interface Added {
  text: string;
  id: number;
  always?: boolean;
}

export interface Merged<Id extends Json> {
  /** Every token, spelled in GPT-2's alphabet, and its id. Added tokens may be among them, as they are. */
  vocabulary: Map<string, Id>;
  /** In the order of their ranks; the two joined are a token too. */
  merges: readonly Pair[];
  pattern: Pattern;
  /** Whether a piece that is a token as a whole is taken as it is, whatever the merges make of it. */
  wholes: boolean;
  added: readonly Added[];
}

// GPT-2's alphabet: a visible character for each byte. Bytes that are none in Latin-1 get those from U+0100 on.
let next = 256;
const alphabet = Array.from({ length: 256 }, (_, byte) => {
  const visible = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  return String.fromCharCode(visible ? byte : next++);
});
const byteOf = new Map(alphabet.map((char, byte) => [char, byte]));

/** The tokens that no merge makes, single bytes apart. */
export function unmade(vocabulary: Map<string, unknown>, merges: readonly Pair[]): string[] {
  const made = new Set(merges.map(([left, right]) => left + right));
  return [...vocabulary.keys()].filter((token) => token.length > 1 && !made.has(token));
}

/**
 * Reads what files hold; the tokenizer is then the object that the last call has made. Messages call the
 * vocabulary, and a merge, what `names` says; `firstLine` is where the first merge stands, if lines have them.
 */
export function loadMerged(
  { raw, bridge }: Core,
  { vocabulary, merges, pattern, wholes, added }: Merged<Json>,
  names: { vocabulary: string; merge: (index: number) => string; firstLine?: number },
): void {
  for (const [token, id] of vocabulary)
    if (typeof id !== "number" || id !== id >>> 0)
      throw badFile(
        `${names.vocabulary}: the id of ${describe(token)} is ${describe(id)}, but ids are whole numbers from 0.`,
      );
  for (const { text, id } of added) {
    if (vocabulary.has(text) && vocabulary.get(text) !== id)
      throw badFile(
        `${names.vocabulary} has the special token ${describe(text)} with another id than ${id}.`,
      );
    vocabulary.delete(text);
  }

  let length = 0;
  for (const token of vocabulary.keys()) length += token.length;
  const bytes = new Uint8Array(length);
  const tokens = new Uint32Array(2 * vocabulary.size);
  let at = 0;
  let end = 0;
  for (const [token, id] of vocabulary) {
    for (const char of token) {
      const byte = byteOf.get(char);
      if (byte === undefined)
        throw badFile(
          `${names.vocabulary}: ${describe(token)} has a character that stands for no byte in GPT-2's alphabet; ` +
            "tril reads only byte-level vocabularies.",
        );
      bytes[end++] = byte;
    }
    tokens[at++] = token.length;
    tokens[at++] = id as number;
  }

  const data = new Uint32Array(3 * merges.length);
  for (const [i, [left, right]] of merges.entries())
    for (const [k, token] of [left, right, left + right].entries()) {
      const id = vocabulary.get(token);
      if (id === undefined)
        throw badFile(`${names.merge(i)}: ${describe(token)} is not in the vocabulary, or a special token.`);
      data[3 * i + k] = id as number;
    }

  bridge.call(
    raw.loadMerged,
    bytes,
    { rows: vocabulary.size, columns: 2, data: tokens },
    { rows: merges.length, columns: 3, data },
    pattern,
    Number(wholes),
    names.firstLine ?? 0,
    layOf(added.filter(({ always }) => !always)),
    layOf(added.filter(({ always }) => always)),
  );
}

function layOf(added: readonly Added[]): Argument[] {
  return [added.length, ...added.flatMap(({ text, id }) => [text, id])];
}

/** What files are to hold; added tokens are in the vocabulary too. `source` is the pattern as a regular expression. */
export function contentsOf(
  { raw, bridge }: Core,
  tokenizer: Handle,
): Merged<number> & { added: Required<Added>[]; source: string } {
  tokenizer.call(raw.contents);
  const [tokens, merges, facts, specials] = [1, 2, 3, 4].map((box) => bridge.integers(box)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  const bytes = bridge.bytes(0);
  const texts = bridge.bytes(5);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  const vocabulary = new Map<string, number>();
  const spelled = new Map<number, string>();
  const add = (token: string, id: number) => {
    const other = vocabulary.get(token);
    if (other !== undefined)
      throw new TrilError(
        "bad-argument",
        `This format cannot hold the tokenizer: its ids ${other} and ${id} would both be spelled ${describe(token)}.`,
      );
    vocabulary.set(token, id);
    spelled.set(id, token);
  };
  for (let i = 0, end = 0; i < tokens.length; i += 2) {
    let token = "";
    for (const start = end; end < start + tokens[i]!; end++) token += alphabet[bytes[end]!];
    add(token, tokens[i + 1]!);
  }
  const added: Required<Added>[] = [];
  for (let i = 0, end = 0; i < specials.length; i += 3) {
    const start = end;
    end += specials[i + 1]!;
    const text = decoder.decode(texts.subarray(start, end));
    added.push({ text, id: specials[i]!, always: specials[i + 2] === 1 });
    add(text, specials[i]!);
  }
  const pairs = Array.from(
    { length: merges.length / 3 },
    (_, i): Pair => [spelled.get(merges[3 * i]!)!, spelled.get(merges[3 * i + 1]!)!],
  );
  return {
    vocabulary,
    merges: pairs,
    pattern: patterns[facts[0]!]!,
    wholes: facts[1] === 1,
    added,
    source: decoder.decode(bridge.bytes(6)),
  };
}
