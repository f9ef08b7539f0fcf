// The picture of lesson "cross-attention": one sentence asks, another one answers.

import type { Tril } from "../../core/index.ts";
import { Flow } from "../../pictures/flow.tsx";
import { Grid } from "../../pictures/grid.tsx";
import { Linked, useLinked } from "../../pictures/linked.tsx";
import { divided, dot, product, softmax } from "../../pictures/origins.ts";
import { partsOfOne } from "../../pictures/scale.tsx";
import { Strip } from "../../pictures/strip.tsx";
import type { Table, Tables } from "../../pictures/table.ts";
import { fill } from "../../pictures/words.ts";
import { Pick, Slider } from "../controls.tsx";
import { dataOf, flagIn, numberIn, rowsIn, textsIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps, PeekProps } from "../live.ts";

const wordNames = [
  "asks",
  "asker",
  "answerer",
  "number",
  "queryMatrix",
  "keyMatrix",
  "valueMatrix",
  "entry",
  "queries",
  "keys",
  "values",
  "part",
  "scores",
  "score",
  "scaled",
  "weights",
  "weight",
  "output",
  "mixed",
  "query",
  "key",
  "length",
  "lengthHelp",
  "shapes",
  "most",
  "fails",
] as const;

interface Side {
  names: string[];
  vectors: number[][];
}

interface Values {
  first: Side;
  second: Side;
  query: number[][];
  key: number[][];
  value: number[][];
  secondAsks: boolean;
  /** How many tokens of the second sentence take part. */
  length: number;
  /** The mistake: the sentence that asks gives the values, too. */
  ownValues: boolean;
  words: Record<(typeof wordNames)[number], string>;
}

type Numbers = Record<"queries" | "keys" | "values" | "scores" | "scaled" | "weights", number[][]>;

interface Result extends Numbers {
  /** Null when the shapes do not fit; `problem` then says so. */
  output: number[][] | null;
  problem?: string;
}

function sideIn(block: unknown): Side {
  const data = dataOf(block);
  const vectors = rowsIn(data, "vectors");
  return { names: textsIn(data, "names", vectors.length), vectors };
}

function parse(block: unknown): Values {
  const data = dataOf(block);
  const second = sideIn(data.second);
  return {
    first: sideIn(data.first),
    second,
    query: rowsIn(data, "query"),
    key: rowsIn(data, "key"),
    value: rowsIn(data, "value"),
    secondAsks: flagIn(data, "secondAsks"),
    length: numberIn(data, "length", second.names.length),
    ownValues: flagIn(data, "ownValues"),
    words: wordsOf(data, wordNames),
  };
}

/** The sentence that asks, and the one that answers. */
function sidesOf({ first, second, length, secondAsks }: Values): [Side, Side] {
  const cut = { names: second.names.slice(0, length), vectors: second.vectors.slice(0, length) };
  return secondAsks ? [cut, first] : [first, cut];
}

function compute(tril: Tril, values: Values): Result {
  const [asker, answerer] = sidesOf(values);
  const { query, key, value, ownValues } = values;
  const right = tril.crossAttend(asker.vectors, answerer.vectors, { query, key, value });
  const { scores, scaled, weights } = right.heads[0]!;
  const made = {
    queries: tril.toArray(right.queries),
    keys: tril.toArray(right.keys),
    values: tril.toArray(right.values),
    scores: tril.toArray(scores),
    scaled: tril.toArray(scaled),
    weights: tril.toArray(weights),
  };
  if (!ownValues) return { ...made, output: tril.toArray(right.output) };
  const own = tril.toArray(tril.matmul(asker.vectors, value));
  try {
    return { ...made, values: own, output: tril.toArray(tril.matmul(weights, own)) };
  } catch (error) {
    return { ...made, values: own, output: null, problem: (error as Error).message };
  }
}

function tablesOf(values: Values, result: Result): Tables {
  const [asker, answerer] = sidesOf(values);
  const { query, key, value, ownValues, words } = values;
  const numbered = (rows: number[][]) => rows[0]!.map((_, k) => `${k + 1}`);
  const width = query.length;
  const matrix = (title: string, values: number[][]): Table => ({
    title,
    says: words.entry,
    values,
    rows: values.map((_, k) => `${k + 1}`),
    columns: numbered(values),
  });
  const vectors = (title: string, { names, vectors }: Side): Table => ({
    title,
    says: words.number,
    values: vectors,
    rows: names,
    columns: numbered(vectors),
  });
  const made = (title: string, side: Side, values: number[][], x: string, w: string): Table => ({
    title,
    says: words.part,
    values,
    rows: side.names,
    columns: numbered(values),
    origin: product(x, w, width),
  });
  const shares = {
    rows: asker.names,
    columns: answerer.names,
    axes: { rows: words.query, columns: words.key },
  };
  const by = `√${key[0]!.length}`;
  const valueSide = ownValues ? asker : answerer;
  return {
    asker: vectors(words.asker, asker),
    answerer: vectors(words.answerer, answerer),
    query: matrix(words.queryMatrix, query),
    key: matrix(words.keyMatrix, key),
    value: matrix(words.valueMatrix, value),
    queries: made(words.queries, asker, result.queries, "asker", "query"),
    keys: made(words.keys, answerer, result.keys, "answerer", "key"),
    values: made(words.values, valueSide, result.values, ownValues ? "asker" : "answerer", "value"),
    scores: {
      ...shares,
      title: words.scores,
      says: words.score,
      values: result.scores,
      origin: dot("queries", "keys", key[0]!.length),
    },
    scaled: {
      ...shares,
      title: fill(words.scaled, { by }),
      says: words.score,
      values: result.scaled,
      origin: divided("scores", by),
    },
    weights: {
      ...shares,
      title: words.weights,
      says: words.weight,
      values: result.weights,
      origin: softmax("scaled", answerer.names.length),
    },
    ...(result.output && {
      output: {
        title: words.output,
        says: words.mixed,
        values: result.output,
        rows: asker.names,
        columns: numbered(result.output),
        origin: product("weights", "values", valueSide.names.length),
      },
    }),
  };
}

function View({ values, result, edit, say }: LiveProps<Values, Result>) {
  const { first, second, secondAsks, length, words } = values;
  const setVectors = (isAsker: boolean) => (vectors: number[][]) => {
    if (isAsker !== secondAsks) edit({ first: { ...first, vectors } });
    else edit({ second: { ...second, vectors: [...vectors, ...second.vectors.slice(vectors.length)] } });
  };
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="row">
        <Pick
          label={words.asks}
          value={secondAsks ? "second" : "first"}
          options={[
            { value: "first", label: first.names.join(" ") },
            { value: "second", label: second.names.slice(0, length).join(" ") },
          ]}
          onChange={(asks) => edit({ secondAsks: asks === "second" })}
        />
        <Slider
          label={words.length}
          help={words.lengthHelp}
          value={length}
          least={2}
          most={second.names.length}
          step={1}
          onChange={(length) => edit({ length }, "length")}
        />
      </div>
      <Strip title={words.asker} table="weights" axis="rows" />
      <Strip title={words.answerer} table="weights" axis="columns" />
      <Ends values={values} result={result} />
      <div class="halves">
        <Shapes values={values} result={result} />
        <div class="equation">
          <Grid table="query" onChange={(query) => edit({ query })} onProblem={say} />
          <Grid table="key" onChange={(key) => edit({ key })} onProblem={say} />
          <Grid table="value" onChange={(value) => edit({ value })} onProblem={say} />
        </div>
      </div>
      <div class="equation">
        <Grid table="asker" onChange={setVectors(true)} onProblem={say} />
        <Grid table="queries" />
      </div>
      <div class="equation">
        <Grid table="answerer" onChange={setVectors(false)} onProblem={say} />
        <Grid table="keys" />
        <Grid table="values" />
      </div>
    </Linked>
  );
}

/** The weights and what comes out; and whom each token listens to. */
function Ends({ values, result }: Omit<PeekProps<Values, Result>, "start">) {
  const [asker, answerer] = sidesOf(values);
  const { words } = values;
  const most = result.weights.map((row) => answerer.names[row.indexOf(Math.max(...row))]!);
  return (
    <>
      <div class="equation">
        <Grid table="weights" heat={partsOfOne} />
        {result.output && <Grid table="output" />}
      </div>
      <div role="status">
        <ul class="findings">
          {result.problem ? (
            <li class="warning">{fill(words.fails, { problem: result.problem })}</li>
          ) : (
            <li>
              {asker.names.map((name, i) => fill(words.most, { row: name, column: most[i]! })).join(" ")}
            </li>
          )}
        </ul>
      </div>
    </>
  );
}

/** Where queries, keys and values come from, with the shape of everything. */
function Shapes({ values: { ownValues, words }, result }: Omit<PeekProps<Values, Result>, "start">) {
  const { shown, table } = useLinked();
  const node = (id: string, row: number, column: number) => ({
    id,
    label: table(id).title.split(":")[0]!,
    shape: `${table(id).rows.length} × ${table(id).columns.length}`,
    row,
    column,
  });
  return (
    <Flow
      title={words.shapes}
      lit={shown?.table}
      nodes={[
        node("asker", 0, 0),
        node("answerer", 0, 1.5),
        node("queries", 1, 0),
        node("keys", 1, 1),
        node("values", 1, 2),
        node("weights", 2, 0.5),
        ...(result.output ? [node("output", 3, 1.25)] : []),
      ]}
      arrows={[
        { from: "asker", to: "queries" },
        { from: "answerer", to: "keys" },
        { from: ownValues ? "asker" : "answerer", to: "values" },
        { from: "queries", to: "weights" },
        { from: "keys", to: "weights" },
        ...(result.output
          ? [
              { from: "weights", to: "output" },
              { from: "values", to: "output" },
            ]
          : []),
      ]}
    />
  );
}

function Peek({ values, result }: PeekProps<Values, Result>) {
  return (
    <Linked tables={tablesOf(values, result)}>
      <Ends values={values} result={result} />
      <Shapes values={values} result={result} />
    </Linked>
  );
}

/** The exercise asks the last token of the first sentence to listen to the second of the other one. */
const goals: LivePicture<Values, Result>["goals"] = {
  "last-reads-second": ({ values, result }) =>
    !values.secondAsks && !values.ownValues && result.weights.at(-1)![1]! > 0.5,
  "other-side": ({ values }) => values.secondAsks,
  "mistake-on": ({ values }) => values.ownValues,
  "not-half": ({ result }) => result.weights.at(-1)![1]! <= 0.5,
};

export default { parse, compute, View, Peek, goals } satisfies LivePicture<Values, Result>;
