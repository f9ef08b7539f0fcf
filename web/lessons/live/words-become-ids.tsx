// The picture of lesson "words-become-ids": the words of a text as a vocabulary, and a sentence as ids.

import type { Tril, WordTokenizer } from "../../core/index.ts";
import { Grid } from "../../pictures/grid.tsx";
import { Linked } from "../../pictures/linked.tsx";
import { picked } from "../../pictures/origins.ts";
import type { Tables } from "../../pictures/table.ts";
import { fill } from "../../pictures/words.ts";
import { TextField, Toggle } from "../controls.tsx";
import { dataOf, flagIn, textIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps, PeekProps } from "../live.ts";

const wordNames = [
  "text",
  "sentence",
  "vocabulary",
  "entry",
  "unused",
  "ids",
  "id",
  "known",
  "unknown",
  "row",
  "sort",
  "sortHelp",
  "punctuation",
  "punctuationHelp",
  "size",
  "lost",
  "back",
  "empty",
] as const;

interface Values {
  /** The text that the vocabulary is made of, and the one that is written in ids. */
  text: string;
  sentence: string;
  sort: boolean;
  punctuation: boolean;
  /** The mistakes: each word of the text takes an id, even one that has one; and no id for unknown words. */
  keepsDuplicates: boolean;
  noUnknown: boolean;
  words: Record<(typeof wordNames)[number], string>;
}

interface Result {
  /** Every id up to the highest, with its word; one that no word has is empty. */
  vocabulary: string[];
  /** How many different words have an id, the unknown token included. */
  size: number;
  sentence: { word: string; id: number; known: boolean }[];
  /** What the ids say when they are read back. */
  back: string;
  /** Why the sentence has no ids. */
  problem?: string;
}

function parse(block: unknown): Values {
  const data = dataOf(block);
  return {
    text: textIn(data, "text"),
    sentence: textIn(data, "sentence"),
    sort: data.sort === undefined ? true : flagIn(data, "sort"),
    punctuation: flagIn(data, "punctuation"),
    keepsDuplicates: flagIn(data, "keepsDuplicates"),
    noUnknown: flagIn(data, "noUnknown"),
    words: wordsOf(data, wordNames),
  };
}

function compute(tril: Tril, values: Values): Result {
  const { text, sentence, sort, punctuation, keepsDuplicates, noUnknown } = values;
  const tokenizer = tril.trainWords(text, {
    sort,
    punctuation,
    unique: !keepsDuplicates,
    unknown: noUnknown ? null : "<unk>",
  });
  const vocabulary: string[] = [];
  for (const { word, id } of tokenizer.vocabulary) vocabulary[id] = word;
  const { size } = tokenizer;
  const ids = encoded(tokenizer, sentence);
  tokenizer.dispose();
  return { vocabulary: Array.from(vocabulary, (word) => word ?? ""), size, ...ids };
}

function encoded(tokenizer: WordTokenizer, sentence: string): Pick<Result, "sentence" | "back" | "problem"> {
  try {
    const words = tokenizer.words(sentence).map(({ word, id, known }) => ({ word, id, known }));
    return { sentence: words, back: tokenizer.decode(words.map(({ id }) => id)) };
  } catch (error) {
    const { name, message } = error as Error;
    if (name !== "TrilError") throw error;
    return { sentence: [], back: "", problem: message };
  }
}

function tablesOf({ words }: Values, { vocabulary, sentence }: Result): Tables {
  return {
    vocabulary: {
      title: words.vocabulary,
      says: words.entry,
      values: [vocabulary.map((_, id) => id)],
      rows: [words.row],
      columns: vocabulary.map((word) => word || "–"),
      note: (_, id) => (vocabulary[id] ? undefined : fill(words.unused, { id })),
    },
    ids: {
      title: words.ids,
      says: words.id,
      values: [sentence.map(({ id }) => id)],
      rows: [words.row],
      columns: sentence.map(({ word }) => word),
      origin: (_, place) => picked("vocabulary", () => 0)(0, sentence[place]!.id),
      note: (_, place) => {
        const { word, id, known } = sentence[place]!;
        return fill(known ? words.known : words.unknown, { word, id });
      },
    },
  };
}

function View({ values, result, edit }: LiveProps<Values, Result>) {
  const { text, sentence, sort, punctuation, words } = values;
  return (
    <Linked tables={tablesOf(values, result)}>
      <TextField label={words.text} value={text} most={300} onChange={(text) => edit({ text }, "text")} />
      <div class="row">
        <Toggle label={words.sort} help={words.sortHelp} value={sort} onChange={(sort) => edit({ sort })} />
        <Toggle
          label={words.punctuation}
          help={words.punctuationHelp}
          value={punctuation}
          onChange={(punctuation) => edit({ punctuation })}
        />
      </div>
      <Vocabulary result={result} />
      <TextField
        label={words.sentence}
        value={sentence}
        most={300}
        onChange={(sentence) => edit({ sentence }, "sentence")}
      />
      <Ids values={values} result={result} />
    </Linked>
  );
}

function Vocabulary({ result: { vocabulary } }: { result: Result }) {
  return (
    <div class="equation">
      <Grid
        table="vocabulary"
        hides={(_, id) => !vocabulary[id]}
        cellClass={(_, id) => (vocabulary[id] ? `hue-${(id % 6) + 1}` : "")}
      />
    </div>
  );
}

/** The sentence's ids, and what is lost in them. */
function Ids({ values: { words }, result }: { values: Values; result: Result }) {
  const { sentence, size, back, problem } = result;
  const lost = sentence.filter(({ known }) => !known);
  return (
    <>
      {sentence.length > 0 && (
        <div class="equation">
          <Grid
            table="ids"
            cellClass={(_, place) => hueOf(sentence[place]!)}
            mark={(_, place) => (sentence[place]!.known ? undefined : "?")}
          />
        </div>
      )}
      <div role="status">
        <ul class="findings">
          {problem && <li class="warning">{problem}</li>}
          <li>{fill(words.size, { size })}</li>
          {lost.length > 0 && (
            <li class="warning">
              {fill(words.lost, {
                count: lost.length,
                words: lost.map(({ word }) => `“${word}”`).join(", "),
              })}
            </li>
          )}
          {!problem && <li>{back ? fill(words.back, { back }) : words.empty}</li>}
        </ul>
      </div>
    </>
  );
}

const hueOf = ({ id, known }: Result["sentence"][number]) => (known ? `hue-${(id % 6) + 1}` : "");

function Peek({ values, result }: PeekProps<Values, Result>) {
  return (
    <Linked tables={tablesOf(values, result)}>
      <Vocabulary result={result} />
      <Ids values={values} result={result} />
    </Linked>
  );
}

/** The exercise asks for two different words that get the same id. */
const goals: LivePicture<Values, Result>["goals"] = {
  "two-as-one": ({ result }) => new Set(unknowns(result)).size > 1,
  "the-same-word": ({ result: { sentence } }) =>
    new Set(sentence.map(({ id }) => id)).size < sentence.length &&
    new Set(sentence.map(({ word }) => word)).size < sentence.length,
  "one-unknown": ({ result }) => unknowns(result).length === 1,
};

const unknowns = ({ sentence }: Result) => sentence.flatMap(({ word, known }) => (known ? [] : [word]));

export default { parse, compute, View, Peek, goals } satisfies LivePicture<Values, Result>;
