// The published vocabularies, from npm's tiktoken, as files that loadBpe reads.

import cl100k from "tiktoken/encoders/cl100k_base.json" with { type: "json" };
import gpt2 from "tiktoken/encoders/gpt2.json" with { type: "json" };
import o200k from "tiktoken/encoders/o200k_base.json" with { type: "json" };
import type { Pattern, SpecialTokens, Tokenizer, Tril } from "../../web/core/index.ts";

export type VocabularyName = "gpt2" | "cl100k" | "o200k";

const published: Record<VocabularyName, { bpe_ranks: string; special_tokens: SpecialTokens }> = {
  gpt2,
  cl100k,
  o200k,
};

/** The text of a .tiktoken file. The package holds lines "! FIRST-RANK TOKEN TOKEN …". */
export function tiktokenFile(name: VocabularyName): string {
  return published[name].bpe_ranks
    .split("\n")
    .flatMap((line) => {
      const [, first, ...tokens] = line.split(" ");
      return tokens.map((token, i) => `${token} ${Number(first) + i}\n`);
    })
    .join("");
}

export function loadVocabulary(tril: Tril, name: VocabularyName): Tokenizer {
  const pattern: Pattern = name;
  const { special_tokens: specialTokens } = published[name];
  return tril.loadBpe(tiktokenFile(name), { format: "tiktoken", pattern, specialTokens });
}
