// The picture of lesson "bank-in-context": words in the plane, and where attention moves one of them.

import type { Tril } from "../../core/index.ts";
import { Grid } from "../../pictures/grid.tsx";
import { Linked } from "../../pictures/linked.tsx";
import { short } from "../../pictures/numbers.ts";
import { divided, dot, product, softmax } from "../../pictures/origins.ts";
import { partsOfOne } from "../../pictures/scale.tsx";
import { Strip } from "../../pictures/strip.tsx";
import type { Tables, Written } from "../../pictures/table.ts";
import { Vectors } from "../../pictures/vectors.tsx";
import { fill } from "../../pictures/words.ts";
import { Pick, Slider, Toggle } from "../controls.tsx";
import { type Data, dataOf, flagIn, numberIn, rowsIn, textIn, textsIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps, PeekProps } from "../live.ts";

const wordNames = [
  "sentence",
  "plane",
  "points",
  "across",
  "up",
  "number",
  "inContext",
  "all",
  "product",
  "middle",
  "input",
  "centred",
  "centredHelp",
  "queryMatrix",
  "keyMatrix",
  "entry",
  "asked",
  "keys",
  "part",
  "scores",
  "score",
  "scaled",
  "weights",
  "weight",
  "output",
  "place",
  "temperature",
  "temperatureHelp",
  "moves",
  "drifts",
  "stays",
  "tokens",
] as const;

interface Values {
  names: string[];
  points: number[][];
  /** The word that is looked at: a row of `points`. */
  word: number;
  /** What the word may stand in: a text, and its words that have a point. */
  sentences: { text: string; words: string[] }[];
  chosen: number;
  query: number[][];
  key: number[][];
  temperature: number;
  /** Points are measured from the middle of all. */
  centred: boolean;
  /** The mistake: one vector for all sentences, as the table has it. */
  noAttention: boolean;
  words: Record<(typeof wordNames)[number], string>;
}

/** What attention makes of the word in one sentence. */
interface Read {
  inputs: number[][];
  asked: number[][];
  keys: number[][];
  scores: number[][];
  scaled: number[][];
  weights: number[][];
  output: number[][];
}

interface Result {
  /** The dot product of the word with every word. */
  all: number[][];
  middle: number[][];
  /** For each sentence. */
  read: Read[];
}

function parse(block: unknown): Values {
  const data = dataOf(block);
  const points = rowsIn(data, "points");
  const names = textsIn(data, "names", points.length);
  const word = names.indexOf(textIn(data, "word"));
  if (!Array.isArray(data.sentences)) throw new Error("`sentences` is a list of texts with their `words`");
  const sentences = data.sentences.map((entry: Data) => ({
    text: textIn(dataOf(entry), "text"),
    words: textsIn(entry, "words"),
  }));
  for (const name of [names[word] ?? "word", ...sentences.flatMap(({ words }) => words)])
    if (!names.includes(name)) throw new Error(`\`${name}\` is not one of \`names\``);
  return {
    names,
    points,
    word,
    sentences,
    chosen: numberIn(data, "chosen", 0),
    query: rowsIn(data, "query"),
    key: rowsIn(data, "key"),
    temperature: numberIn(data, "temperature", 1),
    centred: flagIn(data, "centred"),
    noAttention: flagIn(data, "noAttention"),
    words: wordsOf(data, wordNames),
  };
}

function compute(tril: Tril, values: Values): Result {
  const { names, points, word, sentences, query, key, temperature, centred, noAttention } = values;
  const middle = tril.scale([[...tril.sum(points, { axis: 0 })]], 1 / points.length);
  const moved = centred ? tril.toArray(tril.add(points, tril.scale(middle, -1))) : points;
  const read = sentences.map(({ words }): Read => {
    const rows = words.map((name) => names.indexOf(name));
    const inputs = rows.map((row) => moved[row]!);
    const asked = tril.matmul([moved[word]!], query);
    const keys = tril.matmul(inputs, key);
    const places = rows.map((row) => points[row]!);
    const scale = 1 / (Math.sqrt(2) * temperature);
    const { heads, output } = tril.attend(asked, keys, places, { scale });
    const { scores, scaled, weights } = heads[0]!;
    return {
      inputs,
      asked: tril.toArray(asked),
      keys: tril.toArray(keys),
      scores: tril.toArray(scores),
      scaled: tril.toArray(scaled),
      weights: tril.toArray(weights),
      output: noAttention ? [points[word]!] : tril.toArray(output),
    };
  });
  return {
    all: tril.toArray(tril.scores([points[word]!], points)),
    middle: tril.toArray(middle),
    read,
  };
}

function tablesOf(values: Values, result: Result): Tables {
  const { names, points, word, sentences, chosen, temperature, centred, noAttention, words } = values;
  const sentence = sentences[chosen]!.words;
  const read = result.read[chosen]!;
  const rowOf = (index: number) => names.indexOf(sentence[index]!);
  const columns = [words.across, words.up];
  const one = { rows: [names[word]!], columns: sentence };
  const by = temperature === 1 ? "√2" : `(√2·${short(temperature)})`;
  const matrix = (title: string, values: number[][]) => ({
    title,
    says: words.entry,
    values,
    rows: columns,
    columns: ["1", "2"],
  });
  const made = { says: words.part, columns: ["1", "2"] };
  const own = sentence.indexOf(names[word]!);
  return {
    points: { title: words.points, says: words.number, values: points, rows: names, columns },
    all: {
      title: words.all,
      says: words.product,
      values: result.all,
      rows: [names[word]!],
      columns: names,
      origin: (_, column) => dot("points", "points", 2)(word, column),
    },
    middle: {
      title: words.middle,
      says: words.number,
      values: result.middle,
      rows: [words.middle],
      columns,
      origin: (_, column) => {
        const sum = names.flatMap(
          (_, row): Written => [row === 0 ? "(" : " + ", { table: "points", row, column }],
        );
        return [...sum, `) ÷ ${names.length}`];
      },
    },
    inputs: {
      title: words.input,
      says: words.number,
      values: read.inputs,
      rows: sentence,
      columns,
      origin: (row, column) => [
        { table: "points", row: rowOf(row), column },
        ...(centred ? [" − ", { table: "middle", row: 0, column }] : []),
      ],
    },
    query: matrix(words.queryMatrix, values.query),
    key: matrix(words.keyMatrix, values.key),
    asked: {
      ...made,
      title: words.asked,
      values: read.asked,
      rows: [names[word]!],
      origin: (_, column) => product("inputs", "query", 2)(own, column),
    },
    keys: {
      ...made,
      title: words.keys,
      values: read.keys,
      rows: sentence,
      origin: product("inputs", "key", 2),
    },
    scores: {
      ...one,
      title: words.scores,
      says: words.score,
      values: read.scores,
      origin: dot("asked", "keys", 2),
    },
    scaled: {
      ...one,
      title: fill(words.scaled, { by }),
      says: words.score,
      values: read.scaled,
      origin: divided("scores", by),
    },
    weights: {
      ...one,
      title: words.weights,
      says: words.weight,
      values: read.weights,
      origin: softmax("scaled", sentence.length),
    },
    output: {
      title: words.output,
      says: words.place,
      values: read.output,
      rows: [words.inContext],
      columns,
      origin: (_, column) =>
        noAttention
          ? [{ table: "points", row: word, column }]
          : sentence.flatMap(
              (_, k): Written => [
                ...(k > 0 ? [" + "] : []),
                { table: "weights", row: 0, column: k },
                "·",
                { table: "points", row: rowOf(k), column },
              ],
            ),
    },
  };
}

function View({ values, result, edit, say }: LiveProps<Values, Result>) {
  const { word, sentences, chosen, temperature, centred, words } = values;
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="row">
        <Pick
          label={words.sentence}
          value={String(chosen)}
          options={sentences.map(({ text }, i) => ({ value: String(i), label: text }))}
          onChange={(chosen) => edit({ chosen: Number(chosen) })}
        />
      </div>
      <div class="halves">
        <Vectors
          table="points"
          title={words.plane}
          asPoints
          path={{ from: word, table: "output", row: 0 }}
          onChange={(points) => edit({ points }, "drag")}
        />
        <div class="stack">
          <Strip title={words.tokens} table="weights" axis="columns" />
          <Grid table="scores" />
          <Grid table="weights" heat={partsOfOne} />
          <Grid table="output" />
          <Moves values={values} result={result} />
          <Slider
            label={words.temperature}
            help={words.temperatureHelp}
            value={temperature}
            least={1}
            most={40}
            step={1}
            onChange={(temperature) => edit({ temperature }, "temperature")}
          />
          <Toggle
            label={words.centred}
            help={words.centredHelp}
            value={centred}
            onChange={(centred) => edit({ centred })}
          />
        </div>
      </div>
      <div class="equation">
        <Grid table="query" onChange={(query) => edit({ query })} onProblem={say} />
        <Grid table="key" onChange={(key) => edit({ key })} onProblem={say} />
        <Grid table="asked" />
        <Grid table="keys" />
      </div>
      <div class="equation">
        <Grid table="points" onChange={(points) => edit({ points })} onProblem={say} />
        <Grid table="inputs" />
        {centred && <Grid table="middle" />}
      </div>
      <Grid table="all" />
    </Linked>
  );
}

/** Where the word goes in each sentence, in words. */
function Moves({ values, result }: Omit<PeekProps<Values, Result>, "start">) {
  const { names, word, points, sentences, noAttention, words } = values;
  return (
    <div role="status">
      <ul class="findings">
        {sentences.map(({ text, words: others }, i) => {
          const [weights] = result.read[i]!.weights;
          const [x, y] = result.read[i]!.output[0]!;
          const most = others[weights!.indexOf(Math.max(...weights!))]!;
          const isStill = [x, y].every((value, k) => value!.toFixed(4) === points[word]![k]!.toFixed(4));
          const moves = most === names[word] ? words.drifts : words.moves;
          const sentence = noAttention || isStill ? words.stays : moves;
          return <li key={text}>{fill(sentence, { text, most, x: short(x!), y: short(y!) })}</li>;
        })}
      </ul>
    </div>
  );
}

function Peek({ values, result }: PeekProps<Values, Result>) {
  return (
    <Linked tables={tablesOf(values, result)}>
      <Moves values={values} result={result} />
    </Linked>
  );
}

/** The exercise asks for matrices that let the word read more from the others, in every sentence. */
const goals: LivePicture<Values, Result>["goals"] = {
  "both-ways": (shown) =>
    !shown.values.noAttention && !touched(shown) && stays(shown).every((part) => part < 0.5),
  "points-moved": touched,
  "mistake-on": ({ values }) => values.noAttention,
  "first-only": (shown) => stays(shown)[0]! < 0.5,
  "second-only": (shown) => stays(shown)[1]! < 0.5,
};

function touched({ values, start }: PeekProps<Values, Result>): boolean {
  return JSON.stringify(values.points) !== JSON.stringify(start.points);
}

/** How much of itself the word keeps, in each sentence. */
function stays({ values: { names, word, sentences }, result }: PeekProps<Values, Result>): number[] {
  return sentences.map(({ words }, i) => result.read[i]!.weights[0]![words.indexOf(names[word]!)]!);
}

export default { parse, compute, View, Peek, goals } satisfies LivePicture<Values, Result>;
