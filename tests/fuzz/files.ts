// GPT-2's and Hugging Face's files, changed at random: each is read or refused by a sentence. What is read gives any
// text back, and is the same again when it was saved.

import type { Tokenizer, TokenizerFile, Tril } from "../../web/core/index.ts";
import { type Random, randomFrom } from "../random.ts";

// What replaces a part of a file: signs of JSON, numbers at the edges, texts that have broken readers.
const pieces = [
  ...'{}[]:,"\\ \n\r\t0-.e<a b',
  ..."Ġ▁é😀\ufeff\0\ud800",
  '""',
  '"a"',
  '"ab"',
  '"a b"',
  '["a", "b"]',
  '"\\ud83d"',
  '"\\u0120"',
  '"__proto__"',
  '"<|x|>"',
  "null",
  "true",
  "false",
  "0",
  "-0",
  "97",
  "256",
  "2097151",
  "2097152",
  "4294967295",
  "4294967296",
  "1e400",
  "0.5",
  "#version",
];

function change(file: string, random: Random): string {
  let text = file;
  for (let left = random(4); left > 0; left--) {
    const at = random(text.length + 1);
    // A whole value or a few signs go; something else, or what stands elsewhere in the file, comes.
    const value = /^("(?:[^"\\]|\\.)*"|[\w.-]+)/.exec(text.slice(at, at + 99));
    const gone = random(3) === 0 ? random(12) : (value?.[0].length ?? 0);
    const from = random(text.length + 1);
    const elsewhere = text.slice(from, from + random(30));
    const come = [pieces[random(pieces.length)]!, elsewhere, "", pieces[random(pieces.length)]!][random(4)]!;
    text = random(40) === 0 ? text.slice(0, at) : text.slice(0, at) + come + text.slice(at + gone);
  }
  return text;
}

const alphabet = Array.from({ length: 256 }, (_, byte) => byte)
  .sort((a, b) => Number(isVisible(b)) - Number(isVisible(a)))
  .map((byte, i): [number, string] => [byte, String.fromCharCode(isVisible(byte) ? byte : 68 + i)]);

function isVisible(byte: number): boolean {
  return (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
}

/** A small vocabulary, with what is changed at its front. */
function vocabulary(): string {
  const entries = alphabet.map(([byte, char]) => [char, byte] as const);
  const own = [
    ["ab", 256],
    ["abc", 300],
    ["Ġa", 258],
    ["<|x|>", 259],
  ] as const;
  return JSON.stringify(Object.fromEntries([...own, ...entries]), undefined, 1);
}

function huggingFace(random: Random): string {
  const byteLevel = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true };
  const Regex =
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
  const split = { type: "Split", pattern: { Regex }, behavior: "Isolated", invert: false };
  const sequence = { type: "Sequence", pretokenizers: [split, { ...byteLevel, use_regex: false }] };
  const token = { id: 259, content: "<|x|>", single_word: false, lstrip: false, rstrip: false };
  const pairs = [
    ["a", "b"],
    ["ab", "c"],
    ["Ġ", "a"],
  ];
  const file = {
    version: "1.0",
    added_tokens: [
      { ...token, normalized: false, special: true },
      { ...token, id: 400, content: "  ", normalized: random(2) === 0, special: false },
    ],
    normalizer: null,
    pre_tokenizer: random(2) === 0 ? byteLevel : sequence,
    post_processor: { type: "TemplateProcessing" },
    decoder: byteLevel,
    model: {
      type: "BPE",
      ignore_merges: random(2) === 0,
      merges: random(2) === 0 ? pairs : pairs.map((pair) => pair.join(" ")),
      vocab: "VOCABULARY",
    },
  };
  return JSON.stringify(file, undefined, 1);
}

const texts = ["abcab <|x|>  a\n", "😀é\u0000\ufeff'S 12345", ""];

/** Throws an error that names the file when something that must hold does not. */
export function fuzzFiles(tril: Tril, seed: number, goOn: (run: number) => boolean) {
  const random = randomFrom(seed);
  let runs = 0;
  let read = 0;
  for (; goOn(runs); runs++) {
    let file: TokenizerFile;
    if (random(2) === 0) {
      // Of the vocabulary mostly the front, or the errors would all be about bytes that are missing.
      const vocab = vocabulary();
      const front = random(4) === 0 ? vocab.length : 60;
      file = {
        "vocab.json": random(2) === 0 ? vocab : change(vocab.slice(0, front), random) + vocab.slice(front),
        "merges.txt": change("#version: 0.2\na b\nab c\nĠ a\n", random),
      };
      if (random(4) === 0) file["vocab.json"] = broken(file["vocab.json"] as string, random);
    } else {
      const [before, after] = change(huggingFace(random), random).split('"VOCABULARY"');
      file = after === undefined ? before! : `${before}${vocabulary()}${after}`;
    }
    try {
      if (check(tril, file)) read++;
    } catch (error) {
      throw new Error(`seed ${seed}, run ${runs}: ${error}\n${JSON.stringify(file)}`, { cause: error });
    }
  }
  return { runs, read };
}

/** The bytes of a text, of which some are changed. */
function broken(text: string, random: Random): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  for (let left = random(3); left > 0; left--) bytes[random(bytes.length)] = random(256);
  return bytes;
}

function check(tril: Tril, file: TokenizerFile): boolean {
  const format = typeof file === "string" ? "huggingface" : "gpt2";
  const tokenizer = readOrRefused(
    () => tril.loadBpe(file, { format }),
    /line \d|\.json|\.txt|merge|token|byte/i,
  );
  if (!tokenizer) return false;
  mustRoundTrip(tokenizer, tokenizer);
  for (const format of ["huggingface", "gpt2"] as const) {
    const { pattern, specialTokens } = tokenizer;
    const saved = readOrRefused(() => tokenizer.save(format), /format/);
    if (!saved) continue;
    const again = tril.loadBpe(saved, format === "gpt2" ? { pattern, specialTokens } : {});
    if (again.size !== tokenizer.size) throw new Error(`saved as ${format} it has another size`);
    mustRoundTrip(tokenizer, again);
    again.dispose();
  }
  tokenizer.dispose();
  return true;
}

function mustRoundTrip(tokenizer: Tokenizer, again: Tokenizer): void {
  for (const text of texts) {
    const ids = tokenizer.encode(text, { special: "all" });
    if (tokenizer.decode(ids) !== text) throw new Error(`${text} does not come back`);
    if (String(again.encode(text, { special: "all" })) !== String(ids))
      throw new Error(`${text} has other ids`);
  }
}

/** What a call gives; nothing when it refuses with an error of tril's that says what is wrong. */
function readOrRefused<Value>(call: () => Value, message: RegExp): Value | undefined {
  try {
    return call();
  } catch (error) {
    const { name, code, message: said } = error as Error & { code?: string };
    if (name === "TrilError" && /^bad-(file|argument)$/.test(code!) && message.test(said)) return undefined;
    throw error;
  }
}
