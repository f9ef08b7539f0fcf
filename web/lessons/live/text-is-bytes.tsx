// The picture of lesson "text-is-bytes": a text as characters, their code points, and their bytes.

import type { Tril } from "../../core/index.ts";
import { labelOf } from "../../pictures/bytes.ts";
import { Glyphs } from "../../pictures/glyphs.tsx";
import { Linked } from "../../pictures/linked.tsx";
import type { Cell, Tables, Written } from "../../pictures/table.ts";
import { fill } from "../../pictures/words.ts";
import { TextField } from "../controls.tsx";
import { dataOf, flagIn, textIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps, PeekProps } from "../live.ts";

const wordNames = [
  "text",
  "title",
  "points",
  "point",
  "bytes",
  "byte",
  "byteOf",
  "whole",
  "first",
  "further",
  "counts",
  "empty",
  "known",
  "unknown",
  "fails",
  "alone",
  "fine",
] as const;

interface Values {
  text: string;
  /** The mistakes: a vocabulary of the characters in `seen` instead of bytes; every byte read by itself. */
  characterBase: boolean;
  alone: boolean;
  seen: string;
  words: Record<(typeof wordNames)[number], string>;
}

interface Result {
  characters: {
    character: string;
    point: number;
    bytes: number[];
    /** Its place among the characters that were seen; -1 when it was not. */
    id: number;
  }[];
  /** How many tokens the text has when no merge is learned. */
  tokens: number;
  /** The bytes that are no text when they stand alone. */
  broken: number[];
}

function parse(block: unknown): Values {
  const data = dataOf(block);
  return {
    text: textIn(data, "text"),
    seen: textIn(data, "seen"),
    characterBase: flagIn(data, "characterBase"),
    alone: flagIn(data, "alone"),
    words: wordsOf(data, wordNames),
  };
}

const replacement = "\ufffd";

function compute(tril: Tril, { text, seen }: Values): Result {
  const bytes = tril.trainBpe("", { vocabSize: 256 });
  const base = tril.loadWords([...new Set(seen)], { unknown: null });
  const ids = [...bytes.encode(text)];
  const characters = Array.from(bytes.decode(ids), (character) => ({
    character,
    point: character.codePointAt(0)!,
    bytes: [...bytes.encode(character)],
    id: base.idOf(character) ?? -1,
  }));
  const broken = ids.filter((id) => bytes.decode([id]) === replacement);
  bytes.dispose();
  base.dispose();
  return { characters, tokens: ids.length, broken };
}

function tablesOf({ words }: Values, { characters }: Result): Tables {
  const places = characters.flatMap(({ character, bytes: { length } }, index) =>
    Array.from({ length }, (_, k) => ({ name: labelOf(utf8.encode(character)), index, k, of: length })),
  );
  const firsts = characters.map((_, index) => places.findIndex((place) => place.index === index));
  return {
    points: {
      title: words.points,
      says: words.point,
      values: [characters.map(({ point }) => point)],
      rows: [words.points],
      columns: characters.map(({ character }) => labelOf(utf8.encode(character))),
      origin: (_, index) => pointSum(firsts[index]!, characters[index]!.bytes.length),
    },
    bytes: {
      title: words.bytes,
      says: words.byte,
      values: [characters.flatMap(({ bytes }) => bytes)],
      rows: [words.bytes],
      columns: places.map(({ name, k, of }) => fill(words.byteOf, { name, k: k + 1, of })),
      note: (_, column) => {
        const { name, k, of } = places[column]!;
        return fill(of === 1 ? words.whole : k === 0 ? words.first : words.further, { name, of });
      },
    },
  };
}

const utf8 = new TextEncoder();

/** How UTF-8 is read back: what marks a byte is taken off, and what is left are digits of base 64. */
function pointSum(first: number, size: number): Written {
  const byte = (k: number): Cell => ({ table: "bytes", row: 0, column: first + k });
  if (size === 1) return [byte(0)];
  const lead = [0, 0, 192, 224, 240][size]!;
  return Array.from({ length: size }, (_, k): Written => {
    const times = 64 ** (size - 1 - k);
    return [
      k === 0 ? "(" : " + (",
      byte(k),
      ` − ${k === 0 ? lead : 128})`,
      ...(times === 1 ? [] : [`·${times}`]),
    ];
  }).flat();
}

function View({ values, result, edit }: LiveProps<Values, Result>) {
  const { text, words } = values;
  return (
    <Linked tables={tablesOf(values, result)}>
      <TextField label={words.text} value={text} most={24} onChange={(text) => edit({ text }, "text")} />
      <Characters values={values} result={result} />
    </Linked>
  );
}

function Characters({ values, result }: Pick<PeekProps<Values, Result>, "values" | "result">) {
  const { characterBase, alone, words } = values;
  const { characters, tokens, broken } = result;
  const unknown = characters.filter(({ id }) => id < 0);
  const idOf = (index: number) => {
    const { id } = characters[index]!;
    return id < 0 ? words.unknown : fill(words.known, { id });
  };
  return (
    <>
      {characters.length > 0 && (
        <Glyphs
          title={words.title}
          points="points"
          bytes="bytes"
          characters={characters.map(({ character, bytes }) => ({ character, size: bytes.length }))}
          note={characterBase ? idOf : undefined}
        />
      )}
      <div role="status">
        <ul class="findings">
          <li>
            {characters.length > 0
              ? fill(words.counts, { characters: characters.length, bytes: tokens })
              : words.empty}
          </li>
          {characterBase && unknown.length > 0 && (
            <li class="warning">
              {fill(words.fails, { characters: unknown.map(({ character }) => character).join(" ") })}
            </li>
          )}
          {alone && broken.length > 0 && (
            <li class="warning">{fill(words.alone, { bytes: broken.join(", ") })}</li>
          )}
          {alone && broken.length === 0 && <li>{words.fine}</li>}
        </ul>
      </div>
    </>
  );
}

function Peek({ values, result }: PeekProps<Values, Result>) {
  return (
    <Linked tables={tablesOf(values, result)}>
      <Characters values={values} result={result} />
    </Linked>
  );
}

/** The exercise asks for two characters that take five bytes. */
const goals: LivePicture<Values, Result>["goals"] = {
  "two-in-five": ({ result }) => result.characters.length === 2 && result.tokens === 5,
  "too-many": ({ result }) => result.characters.length > 2 && result.tokens === 5,
  "other-sizes": ({ result }) => result.characters.length === 2,
  "other-count": ({ result }) => result.characters.length !== 2,
};

export default { parse, compute, View, Peek, goals } satisfies LivePicture<Values, Result>;
