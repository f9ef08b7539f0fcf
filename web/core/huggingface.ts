// Hugging Face's format: tokenizer.json, of which tril reads what byte-level BPE needs. The ids are those of
// `encode(text, add_special_tokens=False)` there.

import { utf8 } from "./bridge.ts";
import { describe } from "./check.ts";
import type { Core } from "./core.ts";
import { badFile } from "./files.ts";
import { pairOf } from "./gpt2.ts";
import type { Handle } from "./handle.ts";
import { Fields, type Json, readJson } from "./json.ts";
import { type Added, contentsOf, loadMerged, type Pair } from "./merged.ts";
import type { SpecialTokens } from "./special.ts";
import { type Pattern, patterns } from "./text.ts";

const name = "tokenizer.json";

/** Reads the file; the tokenizer is then the object that the last call has made. */
export function loadHuggingFace(core: Core, text: string, specialTokens: SpecialTokens): void {
  const file = new Fields(readJson(text, name), name);
  file.oneOf("version", "1.0");
  file.oneOf("truncation", null);
  file.oneOf("padding", null);
  checkNormalizer(file);
  const pattern = patternIn(core, stepsOf(file, "pre_tokenizer", "pretokenizers"));
  // It only puts special tokens around the ids of a text.
  for (const step of stepsOf(file, "post_processor", "processors"))
    step.oneOf("type", "ByteLevel", "TemplateProcessing", "RobertaProcessing", "BertProcessing");
  file.object("decoder").oneOf("type", "ByteLevel");
  const added = addedIn(file.objects("added_tokens"));
  for (const [text, id] of Object.entries(specialTokens)) added.push({ text, id });
  const model = file.object("model");
  file.end();

  model.oneOf("type", "BPE");
  model.oneOf("dropout", null, 0);
  model.oneOf("continuing_subword_prefix", null, "");
  model.oneOf("end_of_word_suffix", null, "");
  model.oneOf("byte_fallback", null, false);
  const wholes = model.oneOf("ignore_merges", null, false, true) === true;
  // No text has anything unknown, as every byte is a token.
  model.take("unk_token");
  model.take("fuse_unk");
  const vocabulary = model.take("vocab");
  if (!(vocabulary instanceof Map))
    throw badFile(`${model.at("vocab")} is an object of tokens and ids, not ${describe(vocabulary)}.`);
  const nameOf = (i: number) => `${model.at("merges")}[${i}]`;
  const merges = model.list("merges").map((merge, i) => pairIn(merge, nameOf(i)));
  model.end();
  loadMerged(
    core,
    { vocabulary, merges, pattern, wholes, added },
    { vocabulary: model.at("vocab"), merge: nameOf },
  );
}

/** Merges are spelled "left right" or, in newer files, ["left", "right"]. */
function pairIn(merge: Json, path: string): Pair {
  const pair = typeof merge === "string" ? pairOf(merge) : merge;
  if (Array.isArray(pair) && pair.length === 2 && pair.every((token) => typeof token === "string"))
    return pair as unknown as Pair;
  throw badFile(`${path} is a text of two tokens or a list of them, not ${describe(merge)}.`);
}

function checkNormalizer(file: Fields): void {
  for (const step of stepsOf(file, "normalizer", "normalizers"))
    throw badFile(
      `${step.at("type")} is ${describe(step.take("type"))}; tril changes no text before it encodes it.`,
    );
}

/** What a field does step by step: nothing, one thing, or a sequence. */
function stepsOf(file: Fields, field: string, list: string): Fields[] {
  const value = file.take(field);
  if (value === null || value === undefined) return [];
  const step = new Fields(value, file.at(field));
  if (!(value instanceof Map) || value.get("type") !== "Sequence") return [step];
  step.take("type");
  const steps = step.objects(list);
  step.end();
  return steps;
}

/** How texts are cut: by a pattern's own regular expression, or GPT-2's that the last step brings with it. */
function patternIn({ raw, bridge }: Core, steps: Fields[]): Pattern {
  const last = steps.pop();
  if (last === undefined || steps.length > 1)
    throw badFile(
      `${name}.pre_tokenizer is ByteLevel in the files that tril reads, with one Split before it at most.`,
    );
  last.oneOf("type", "ByteLevel");
  last.oneOf("add_prefix_space", false);
  last.take("trim_offsets"); // it changes no ids
  const [split] = steps;
  const cuts = last.oneOf("use_regex", null, true, false) ?? true;
  last.end();
  if (!split) return cuts ? "gpt2" : "none";
  if (cuts)
    throw badFile(`${last.at("use_regex")} is true though a Split comes before; tril reads only false then.`);

  split.oneOf("type", "Split");
  const expression = split.object("pattern");
  const source = expression.text("Regex");
  expression.end();
  // The patterns match all of a text, so to remove what does not match is to cut where they match.
  split.oneOf("behavior", split.oneOf("invert", false, true) ? "Removed" : "Isolated");
  split.end();
  bridge.call(raw.patternOf, source);
  const [pattern] = bridge.integers(0);
  if (!pattern)
    throw badFile(
      `${expression.at("Regex")} is not one of the patterns that tril knows: ${describe(source)}.`,
    );
  return patterns[pattern]!;
}

function addedIn(tokens: Fields[]): Added[] {
  const normalized: string[] = [];
  const plain: string[] = [];
  const added = tokens.map((token) => {
    const text = token.text("content");
    const id = token.number("id");
    for (const field of ["single_word", "lstrip", "rstrip"]) token.oneOf(field, false);
    (token.oneOf("normalized", false, true) ? normalized : plain).push(text);
    const always = !token.oneOf("special", false, true);
    token.end();
    return { text, id, always };
  });
  // Those that are not normalized are looked for first, so it matters where the others overlap with them.
  for (const text of normalized)
    for (const other of plain)
      if (overlap(text, other))
        throw badFile(
          `${name}.added_tokens has ${describe(text)}, which is normalized, and ${describe(other)}, which is not: ` +
            "tril cannot tell apart where they overlap.",
        );
  return added;
}

/** Whether two texts can share characters in a third. */
function overlap(a: string, b: string): boolean {
  if (a.includes(b) || b.includes(a)) return true;
  for (let length = 1; length < Math.min(a.length, b.length); length++)
    if (a.endsWith(b.slice(0, length)) || b.endsWith(a.slice(0, length))) return true;
  return false;
}

export function saveHuggingFace(core: Core, tokenizer: Handle): Uint8Array {
  const { vocabulary, merges, pattern, wholes, added, source } = contentsOf(core, tokenizer);
  const byteLevel = (use_regex: boolean) => ({
    type: "ByteLevel",
    add_prefix_space: false,
    trim_offsets: true,
    use_regex,
  });
  const split = { type: "Split", pattern: { Regex: source }, behavior: "Isolated", invert: false };
  const file = {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: added.map(({ text, id, always }) => ({
      id,
      content: text,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: !always,
    })),
    normalizer: null,
    pre_tokenizer:
      pattern === "none" || pattern === "gpt2"
        ? byteLevel(pattern === "gpt2")
        : { type: "Sequence", pretokenizers: [split, byteLevel(false)] },
    post_processor: null,
    decoder: byteLevel(true),
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: wholes,
      vocab: Object.fromEntries(vocabulary),
      merges: merges.map((pair) => pair.join(" ")), // every version reads this spelling
    },
  };
  return utf8(JSON.stringify(file, undefined, 2));
}
