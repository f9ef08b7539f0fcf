// The picture of lesson "all-tokens-at-once": six tokens ask at the same time; each row of a table is one of them.

import type { Tril } from "../../core/index.ts";
import { Flow } from "../../pictures/flow.tsx";
import { Grid } from "../../pictures/grid.tsx";
import { Linked, useLinked } from "../../pictures/linked.tsx";
import { percent } from "../../pictures/numbers.ts";
import { divided, dot, product, softmax } from "../../pictures/origins.ts";
import { partsOfOne } from "../../pictures/scale.tsx";
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
  "queries",
  "keys",
  "values",
  "part",
  "scores",
  "score",
  "scaled",
  "scaledScore",
  "weights",
  "weight",
  "takes",
  "output",
  "mixed",
  "query",
  "key",
  "row",
  "shapes",
  "keyWidth",
  "valueWidth",
] as const;

interface Values extends Sentence {
  /** The row that is picked: the token that asks. */
  row: number;
  /** The mistake: keys ask and queries answer. */
  swapped: boolean;
  words: Record<(typeof wordNames)[number], string>;
}

type Result = Drawn &
  Record<"queries" | "keys" | "values" | "scores" | "scaled" | "weights" | "output", number[][]>;

function parse(block: unknown): Values {
  const data = dataOf(block);
  return {
    ...sentenceIn(data),
    row: numberIn(data, "row"),
    swapped: flagIn(data, "swapped"),
    words: wordsOf(data, wordNames),
  };
}

function compute(tril: Tril, { swapped, ...sentence }: Values): Result {
  const made = drawn(tril, sentence);
  const { x, query, key, value } = made;
  const [queries, keys, values] = [query, key, value].map((matrix) => tril.matmul(x, matrix)) as [
    ReturnType<Tril["matmul"]>,
    ReturnType<Tril["matmul"]>,
    ReturnType<Tril["matmul"]>,
  ];
  const { heads, output } = swapped ? tril.attend(keys, queries, values) : tril.attend(queries, keys, values);
  const { scores, scaled, weights } = heads[0]!;
  return { ...made, ...plain(tril, { queries, keys, values, scores, scaled, weights, output }) };
}

function tablesOf({ names, keyWidth, valueWidth, swapped, words }: Values, result: Result): Tables {
  const numbers = (count: number) => Array.from({ length: count }, (_, j) => `${j + 1}`);
  const width = result.x[0]!.length;
  const forKeys = { columns: numbers(keyWidth) };
  const forValues = { columns: numbers(valueWidth) };
  const matrix = { says: words.drawn, rows: numbers(width) };
  const tokens = { rows: names };
  const square = { rows: names, columns: names, axes: { rows: words.query, columns: words.key } };
  const by = `√${keyWidth}`;
  return {
    x: { ...tokens, title: words.x, says: words.number, values: result.x, columns: numbers(width) },
    query: { ...matrix, ...forKeys, title: words.queryMatrix, values: result.query },
    key: { ...matrix, ...forKeys, title: words.keyMatrix, values: result.key },
    value: { ...matrix, ...forValues, title: words.valueMatrix, values: result.value },
    queries: {
      ...tokens,
      ...forKeys,
      title: words.queries,
      says: words.part,
      values: result.queries,
      origin: product("x", "query", width),
    },
    keys: {
      ...tokens,
      ...forKeys,
      title: words.keys,
      says: words.part,
      values: result.keys,
      origin: product("x", "key", width),
    },
    values: {
      ...tokens,
      ...forValues,
      title: words.values,
      says: words.part,
      values: result.values,
      origin: product("x", "value", width),
    },
    scores: {
      ...square,
      title: words.scores,
      says: words.score,
      values: result.scores,
      origin: swapped ? dot("keys", "queries", keyWidth) : dot("queries", "keys", keyWidth),
    },
    scaled: {
      ...square,
      title: fill(words.scaled, { by }),
      says: words.scaledScore,
      values: result.scaled,
      origin: divided("scores", by),
    },
    weights: {
      ...square,
      title: words.weights,
      says: words.weight,
      values: result.weights,
      origin: softmax("scaled", names.length),
      note: (row, column) =>
        fill(words.takes, {
          row: names[row]!,
          column: names[column]!,
          share: percent(result.weights[row]![column]!),
        }),
    },
    output: {
      ...tokens,
      ...forValues,
      title: words.output,
      says: words.mixed,
      values: result.output,
      origin: product("weights", "values", names.length),
    },
  };
}

function View({ values, result, edit, say }: LiveProps<Values, Result>) {
  const { row: picked, keyWidth, valueWidth, words } = values;
  const cellClass = (row: number) => (row === picked ? "picked" : "");
  const underlined = (row: number) => (row === picked ? "picked-row" : "");
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="halves">
        <Shapes values={values} />
        <Grid table="x" cellClass={cellClass} />
      </div>
      <div class="stacks">
        <div>
          <Grid table="query" onChange={(query) => edit({ query })} onProblem={say} />
          <Grid table="queries" cellClass={cellClass} />
        </div>
        <div>
          <Grid table="key" onChange={(key) => edit({ key })} onProblem={say} />
          <Grid table="keys" />
        </div>
        <div>
          <Grid table="value" onChange={(value) => edit({ value })} onProblem={say} />
          <Grid table="values" />
        </div>
      </div>
      <Grid table="scores" cellClass={cellClass} />
      <Strip title={words.row} table="weights" axis="rows" picked={picked} onPick={(row) => edit({ row })} />
      <div class="equation">
        <Grid table="weights" heat={partsOfOne} cellClass={underlined} />
        <Grid table="output" cellClass={cellClass} />
      </div>
      <div class="row">
        <Slider
          label={words.keyWidth}
          value={keyWidth}
          least={1}
          most={4}
          step={1}
          onChange={(keyWidth) => edit({ keyWidth, query: null, key: null }, "keyWidth")}
        />
        <Slider
          label={words.valueWidth}
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

/** One product for each step, with the shape of everything. */
function Shapes({ values: { keyWidth, valueWidth, swapped, words } }: { values: Values }) {
  const { shown, table } = useLinked();
  const shape = (name: string) => `${table(name).rows.length} × ${table(name).columns.length}`;
  const node = (id: string, label: string, row: number, column: number) => ({
    id,
    label,
    shape: shape(id),
    row,
    column,
  });
  const width = table("x").columns.length;
  return (
    <Flow
      title={words.shapes}
      lit={shown?.table}
      nodes={[
        node("x", "X", 0, 1),
        node("queries", swapped ? words.keys : words.queries, 1, 0),
        node("keys", swapped ? words.queries : words.keys, 1, 1),
        node("values", words.values, 1, 2),
        node("scores", words.scores, 2, 0.5),
        node("weights", words.weights, 3, 0.5),
        node("output", words.output, 4, 1.25),
      ]}
      arrows={[
        { from: "x", to: "queries", label: `${width} × ${keyWidth}` },
        { from: "x", to: "keys", label: `${width} × ${keyWidth}` },
        { from: "x", to: "values", label: `${width} × ${valueWidth}` },
        { from: "queries", to: "scores" },
        { from: "keys", to: "scores" },
        { from: "scores", to: "weights", label: `÷ √${keyWidth}` },
        { from: "weights", to: "output" },
        { from: "values", to: "output" },
      ]}
    />
  );
}

function Peek({ values, result }: PeekProps<Values, Result>) {
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="equation">
        <Grid table="weights" heat={partsOfOne} />
        <Grid table="output" />
      </div>
    </Linked>
  );
}

/** The exercise asks which token the last one takes most of; its mistake reads down a column. */
const goals: LivePicture<Values, Result>["goals"] = {
  "read-most": ({ values: { row, swapped }, result: { weights } }) =>
    !swapped && row === largest(weights.at(-1)!),
  "down-the-column": ({ values: { row }, result: { weights } }) =>
    row === largest(weights.map((shares) => shares.at(-1)!)),
  "mistake-on": ({ values: { swapped } }) => swapped,
};

function largest(shares: number[]): number {
  return shares.indexOf(Math.max(...shares));
}

export default { parse, compute, View, Peek, goals } satisfies LivePicture<Values, Result>;
