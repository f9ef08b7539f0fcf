// The picture of lesson "query-key-value": one token asks, six keys answer, and six values are mixed.

import type { Tril } from "../../core/index.ts";
import { Bars } from "../../pictures/bars.tsx";
import { Flow } from "../../pictures/flow.tsx";
import { Grid } from "../../pictures/grid.tsx";
import { Linked, useLinked } from "../../pictures/linked.tsx";
import { divided, dot, product, softmax } from "../../pictures/origins.ts";
import { Strip } from "../../pictures/strip.tsx";
import type { Tables } from "../../pictures/table.ts";
import { fill } from "../../pictures/words.ts";
import { Slider } from "../controls.tsx";
import { dataOf, flagIn, numberIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps, PeekProps } from "../live.ts";
import { type Drawn, drawn, plain, type Sentence, sentenceIn } from "./sentence.ts";

const wordNames = [
  "x",
  "number",
  "queryMatrix",
  "keyMatrix",
  "valueMatrix",
  "drawn",
  "query",
  "keys",
  "values",
  "part",
  "scores",
  "score",
  "scaled",
  "scaledScore",
  "weights",
  "weight",
  "context",
  "mixed",
  "asks",
  "asking",
  "shapes",
  "bars",
  "key",
  "keyWidth",
  "keyWidthHelp",
  "valueWidth",
  "valueWidthHelp",
] as const;

type Words = Record<(typeof wordNames)[number], string>;

interface Values extends Sentence {
  /** Which token asks. */
  asks: number;
  /** The mistakes: one matrix makes queries and keys; keys are mixed instead of values. */
  sameMatrix: boolean;
  mixesKeys: boolean;
  words: Words;
}

/** `asked` is what the token that asks makes of its vector; `context` is what it gets. */
type Result = Drawn &
  Record<"asked" | "keys" | "values" | "scores" | "scaled" | "weights" | "context", number[][]>;

function parse(block: unknown): Values {
  const data = dataOf(block);
  return {
    ...sentenceIn(data),
    asks: numberIn(data, "asks"),
    sameMatrix: flagIn(data, "sameMatrix"),
    mixesKeys: flagIn(data, "mixesKeys"),
    words: wordsOf(data, wordNames),
  };
}

function compute(tril: Tril, { asks, sameMatrix, mixesKeys, ...sentence }: Values): Result {
  const { x, query, value, ...rest } = drawn(tril, sentence);
  const key = sameMatrix ? query : rest.key;
  const asked = tril.matmul([x[asks]!], query);
  const [keys, values] = [tril.matmul(x, key), tril.matmul(x, value)];
  const { output: context, heads } = tril.attend(asked, keys, mixesKeys ? keys : values);
  const { scores, scaled, weights } = heads[0]!;
  return { x, query, key, value, ...plain(tril, { asked, keys, values, scores, scaled, weights, context }) };
}

function tablesOf({ names, asks, keyWidth, valueWidth, mixesKeys, words }: Values, result: Result): Tables {
  const numbers = (count: number) => Array.from({ length: count }, (_, j) => `${j + 1}`);
  const width = result.x[0]!.length;
  const forKeys = { columns: numbers(keyWidth) };
  const forValues = { columns: numbers(valueWidth) };
  const matrix = { says: words.drawn, rows: numbers(width) };
  const tokens = { says: words.number, rows: names };
  const made = { says: words.part, rows: names };
  const asker = { rows: [names[asks]!] };
  const shares = { ...asker, columns: names };
  const by = `√${keyWidth}`;
  return {
    x: { ...tokens, title: words.x, values: result.x, columns: numbers(width) },
    query: { ...matrix, ...forKeys, title: words.queryMatrix, values: result.query },
    key: { ...matrix, ...forKeys, title: words.keyMatrix, values: result.key },
    value: { ...matrix, ...forValues, title: words.valueMatrix, values: result.value },
    asked: {
      ...asker,
      ...forKeys,
      title: fill(words.query, { row: names[asks]! }),
      says: words.part,
      values: result.asked,
      origin: (_, column) => product("x", "query", width)(asks, column),
    },
    keys: {
      ...made,
      ...forKeys,
      title: words.keys,
      values: result.keys,
      origin: product("x", "key", width),
    },
    values: {
      ...made,
      ...forValues,
      title: words.values,
      values: result.values,
      origin: product("x", "value", width),
    },
    scores: {
      ...shares,
      title: words.scores,
      says: words.score,
      values: result.scores,
      origin: dot("asked", "keys", keyWidth),
    },
    scaled: {
      ...shares,
      title: fill(words.scaled, { by }),
      says: words.scaledScore,
      values: result.scaled,
      origin: divided("scores", by),
    },
    weights: {
      ...shares,
      title: words.weights,
      says: words.weight,
      values: result.weights,
      origin: softmax("scaled", names.length),
    },
    context: {
      ...asker,
      ...(mixesKeys ? forKeys : forValues),
      title: fill(words.context, { row: names[asks]! }),
      says: words.mixed,
      values: result.context,
      origin: product("weights", mixesKeys ? "keys" : "values", names.length),
    },
  };
}

function View({ values, result, edit, say }: LiveProps<Values, Result>) {
  const { names, asks, keyWidth, valueWidth, sameMatrix, words } = values;
  const cellClass = (row: number) => (row === asks ? "picked" : "");
  return (
    <Linked tables={tablesOf(values, result)}>
      <Strip title={words.asks} table="x" axis="rows" picked={asks} onPick={(asks) => edit({ asks })} />
      <div class="halves">
        <Shapes values={values} />
        <Grid table="x" cellClass={cellClass} />
      </div>
      <div class="stacks">
        <div>
          <Grid table="query" onChange={(query) => edit({ query })} onProblem={say} />
          <Grid table="asked" cellClass={() => "picked"} />
        </div>
        <div>
          <Grid table="key" onChange={sameMatrix ? undefined : (key) => edit({ key })} onProblem={say} />
          <Grid table="keys" />
        </div>
        <div>
          <Grid table="value" onChange={(value) => edit({ value })} onProblem={say} />
          <Grid table="values" />
        </div>
      </div>
      <Grid table="scores" />
      <div class="halves">
        <Bars
          title={fill(words.bars, { row: names[asks]! })}
          tables={["scaled", "weights"]}
          row={0}
          most={{ weights: 1 }}
        />
        <Grid table="context" cellClass={() => "picked"} />
      </div>
      <div class="row">
        <Slider
          label={words.keyWidth}
          help={words.keyWidthHelp}
          value={keyWidth}
          least={1}
          most={4}
          step={1}
          onChange={(keyWidth) => edit({ keyWidth, query: null, key: null }, "keyWidth")}
        />
        <Slider
          label={words.valueWidth}
          help={words.valueWidthHelp}
          value={valueWidth}
          least={1}
          most={6}
          step={1}
          onChange={(valueWidth) => edit({ valueWidth, value: null }, "valueWidth")}
        />
      </div>
    </Linked>
  );
}

/** The way from vectors to the context, with the shape of everything. */
function Shapes({ values: { names, asks, keyWidth, valueWidth, mixesKeys, words } }: { values: Values }) {
  const { shown, table } = useLinked();
  const width = table("x").columns.length;
  const shape = (name: string) => `${table(name).rows.length} × ${table(name).columns.length}`;
  return (
    <Flow
      title={words.shapes}
      lit={shown?.table}
      nodes={[
        { id: "one", label: names[asks]!, shape: `1 × ${width}`, row: 0, column: 0 },
        { id: "x", label: words.asking, shape: shape("x"), row: 0, column: 1.5 },
        {
          id: "asked",
          label: fill(words.query, { row: names[asks]! }),
          shape: shape("asked"),
          row: 1,
          column: 0,
        },
        { id: "keys", label: words.keys, shape: shape("keys"), row: 1, column: 1 },
        { id: "values", label: words.values, shape: shape("values"), row: 1, column: 2 },
        { id: "scores", label: words.scores, shape: shape("scores"), row: 2, column: 0.5 },
        { id: "weights", label: words.weights, shape: shape("weights"), row: 3, column: 0.5 },
        {
          id: "context",
          label: fill(words.context, { row: names[asks]! }),
          shape: shape("context"),
          row: 4,
          column: 1.25,
        },
      ]}
      arrows={[
        { from: "one", to: "asked", label: `${width} × ${keyWidth}` },
        { from: "x", to: "keys", label: `${width} × ${keyWidth}` },
        { from: "x", to: "values", label: `${width} × ${valueWidth}` },
        { from: "asked", to: "scores" },
        { from: "keys", to: "scores" },
        { from: "scores", to: "weights", label: `÷ √${keyWidth}` },
        { from: "weights", to: "context" },
        { from: mixesKeys ? "keys" : "values", to: "context" },
      ]}
    />
  );
}

function Peek({ values, result }: PeekProps<Values, Result>) {
  return (
    <Linked tables={tablesOf(values, result)}>
      <Grid table="scores" />
      <Grid table="context" />
    </Linked>
  );
}

const goals: LivePicture<Values, Result>["goals"] = {
  "all-equal": ({ result: { weights } }) => areEqual(weights[0]!),
  "values-changed": ({ values: { value }, result: { weights } }) => value !== null && !areEqual(weights[0]!),
  "one-wins": ({ result: { weights } }) => Math.max(...weights[0]!) > 0.7,
};

function areEqual(shares: number[]): boolean {
  return Math.max(...shares) - Math.min(...shares) < 1e-6;
}

export default { parse, compute, View, Peek, goals } satisfies LivePicture<Values, Result>;
