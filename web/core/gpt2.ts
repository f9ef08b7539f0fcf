// GPT-2's format: vocab.json has the tokens and their ids, merges.txt the merges in the order of their ranks.

import { utf8 } from "./bridge.ts";
import { describe } from "./check.ts";
import type { Core } from "./core.ts";
import { TrilError } from "./errors.ts";
import { badFile, badLine, textOf } from "./files.ts";
import type { Handle } from "./handle.ts";
import { readJson } from "./json.ts";
import { type Added, contentsOf, loadMerged, type Pair, unmade } from "./merged.ts";
import type { SpecialTokens } from "./special.ts";
import type { Pattern } from "./text.ts";

const names = { vocabulary: "vocab.json", merges: "merges.txt" } as const;

/** The two files of GPT-2's format, by their names. */
export type Gpt2Files<File> = Record<(typeof names)[keyof typeof names], File>;

/** Reads the two files; the tokenizer is then the object that the last call has made. */
export function loadGpt2(
  core: Core,
  files: Gpt2Files<Uint8Array | string>,
  pattern: Pattern,
  specialTokens: SpecialTokens,
): void {
  const vocabulary = readJson(textOf(files["vocab.json"], names.vocabulary), names.vocabulary);
  if (!(vocabulary instanceof Map))
    throw badFile(`${names.vocabulary} is an object of tokens and ids, not ${describe(vocabulary)}.`);
  const { merges, firstLine } = readMerges(textOf(files["merges.txt"], names.merges));

  // The files do not say which tokens are special. Should merges be missing, their tokens must not pass for such.
  const added: Added[] = Object.entries(specialTokens).map(([text, id]) => ({ text, id }));
  for (const token of unmade(vocabulary, merges)) {
    if (Object.hasOwn(specialTokens, token)) continue;
    if (!/^<.+>$/su.test(token))
      throw badFile(
        `${names.merges} has no merge that makes ${describe(token)} of ${names.vocabulary}; it may be truncated. ` +
          "If that is a special token, list it with the others in `specialTokens`.",
      );
    added.push({ text: token, id: vocabulary.get(token) as number });
  }
  loadMerged(
    core,
    { vocabulary, merges, pattern, wholes: false, added },
    { vocabulary: names.vocabulary, merge: (i) => `Line ${firstLine + i} of ${names.merges}`, firstLine },
  );
}

function readMerges(text: string): { merges: Pair[]; firstLine: number } {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const firstLine = lines[0]!.startsWith("#version") ? 2 : 1;
  if (lines.at(-1) === "") lines.pop();
  const merges = lines.slice(firstLine - 1).map((line, i): Pair => {
    const pair = pairOf(line);
    if (pair) return pair;
    const before = "\n".repeat(firstLine - 1 + i);
    throw badLine(
      names.merges,
      before,
      `two tokens and a blank between are expected, not ${describe(line)}.`,
    );
  });
  return { merges, firstLine };
}

/** The two tokens of a text "left right". */
export function pairOf(text: string): Pair | undefined {
  const [left, right, ...more] = text.split(" ");
  return left && right && more.length === 0 ? [left, right] : undefined;
}

export function saveGpt2(core: Core, tokenizer: Handle): Gpt2Files<Uint8Array> {
  const { vocabulary, merges, wholes, added } = contentsOf(core, tokenizer);
  const special = new Set(added.map(({ text }) => text));
  const lost =
    added.find(({ always }) => always)?.text ??
    unmade(vocabulary, merges).find((token) => !special.has(token));
  if (wholes || lost !== undefined)
    throw new TrilError(
      "bad-argument",
      `GPT-2's format cannot hold this tokenizer: it has tokens that no merge makes${lost === undefined ? "" : `, such as ${describe(lost)}`}.`,
    );
  return {
    "vocab.json": utf8(JSON.stringify(Object.fromEntries(vocabulary))),
    "merges.txt": utf8(["#version: 0.2", ...merges.map((pair) => pair.join(" ")), ""].join("\n")),
  };
}
