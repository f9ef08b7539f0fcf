// The picture of lesson "causal-mask": scores with the later tokens hidden, and the weights and mixes that follow.

import type { Tril } from "../../core/index.ts";
import { Grid } from "../../pictures/grid.tsx";
import { Linked } from "../../pictures/linked.tsx";
import { short } from "../../pictures/numbers.ts";
import { divided, dot, product, rowSum, softmax } from "../../pictures/origins.ts";
import { partsOfOne } from "../../pictures/scale.tsx";
import type { Table, Tables } from "../../pictures/table.ts";
import { fill } from "../../pictures/words.ts";
import { Seed, Slider, Toggle } from "../controls.tsx";
import { dataOf, flagIn, numberIn, rowsIn, textsIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps, PeekProps } from "../live.ts";

const wordNames = [
  "vectors",
  "number",
  "scores",
  "score",
  "masked",
  "maskedScore",
  "hidden",
  "weights",
  "weight",
  "sums",
  "sum",
  "output",
  "mixed",
  "query",
  "key",
  "mask",
  "maskHelp",
  "empty",
  "dropout",
  "dropoutHelp",
  "kept",
  "keptWeight",
  "dropped",
] as const;

interface Values {
  names: string[];
  vectors: number[][];
  masks: boolean;
  /** The chance of a weight to be dropped, below 1, and the seed of the draw. */
  dropout: number;
  seed: number;
  /** The mistakes: a token may not even read itself, hidden scores become 0, hidden weights become 0. */
  hidesItself: boolean;
  timesZero: boolean;
  afterSoftmax: boolean;
  words: Record<(typeof wordNames)[number], string>;
}

interface Result {
  scores: number[][];
  /** The scaled scores; what a hidden one holds says `hidden`. */
  scaled: number[][];
  hidden: boolean[][];
  weights: number[][];
  rowSums: number[];
  /** Which weights dropout keeps, and the weights after it. */
  keeps: boolean[][];
  kept: number[][];
  output: number[][];
}

function parse(block: unknown): Values {
  const data = dataOf(block);
  const vectors = rowsIn(data, "vectors");
  return {
    names: textsIn(data, "names", vectors.length),
    vectors,
    masks: data.masks === undefined ? true : flagIn(data, "masks"),
    dropout: numberIn(data, "dropout", 0),
    seed: numberIn(data, "seed", 1),
    hidesItself: flagIn(data, "hidesItself"),
    timesZero: flagIn(data, "timesZero"),
    afterSoftmax: flagIn(data, "afterSoftmax"),
    words: wordsOf(data, wordNames),
  };
}

function compute(tril: Tril, values: Values): Result {
  const { vectors, dropout, seed } = values;
  const before = beforeDropout(tril, values);
  const { weights } = before;
  const draws = tril.toArray(tril.random(seed).uniform(weights.length, weights.length));
  const keeps = draws.map((row) => row.map((draw) => draw >= dropout));
  const grow = weights.map((_, i) => weights.map((_, j) => (i === j ? 1 / (1 - dropout) : 0)));
  const grown = dropout === 0 ? weights : tril.toArray(tril.matmul(weights, grow));
  const kept = grown.map((row, i) => row.map((weight, j) => (keeps[i]![j] ? weight : 0)));
  return { ...before, keeps, kept, output: tril.toArray(tril.matmul(kept, vectors)) };
}

function beforeDropout(tril: Tril, { vectors, masks, hidesItself, timesZero, afterSoftmax }: Values) {
  const hidden = vectors.map((_, query) =>
    vectors.map((_, key) => masks && (hidesItself ? key >= query : key > query)),
  );
  const zeroed = (values: number[][]) =>
    values.map((row, query) => row.map((value, key) => (hidden[query]![key] ? 0 : value)));
  const isWrong = timesZero || afterSoftmax;
  const mask = hidden.map((row) => row.map((isHidden) => isWrong || !isHidden));
  const head = tril.attend(vectors, vectors, vectors, { mask }).heads[0]!;
  const scaled = tril.toArray(head.scaled);
  const kept = { scores: tril.toArray(head.scores), hidden };
  if (!isWrong) {
    return { ...kept, scaled, weights: tril.toArray(head.weights), rowSums: [...head.rowSums] };
  }
  const weights = timesZero ? tril.toArray(tril.softmax(zeroed(scaled))) : zeroed(tril.toArray(head.weights));
  return {
    ...kept,
    scaled: timesZero ? zeroed(scaled) : scaled,
    weights,
    rowSums: [...tril.sum(weights)],
  };
}

function tablesOf(values: Values, result: Result): Tables {
  const { names, vectors, dropout, timesZero, afterSoftmax, words } = values;
  const { hidden } = result;
  const numbers = vectors[0]!.map((_, i) => `${i + 1}`);
  const square = { rows: names, columns: names, axes: { rows: words.query, columns: words.key } };
  const by = `√${numbers.length}`;
  const isHidden = (row: number, column: number) => hidden[row]![column]!;
  const scaled = divided("scores", by);
  const shares = softmax("masked", names.length);
  const note = (row: number, column: number) =>
    isHidden(row, column) ? fill(words.hidden, { row: names[row]!, column: names[column]! }) : undefined;
  const masked: Table = {
    ...square,
    title: fill(words.masked, { by }),
    says: words.maskedScore,
    values: result.scaled.map((line, row) =>
      line.map((value, column) =>
        isHidden(row, column) && !timesZero && !afterSoftmax ? Number.NEGATIVE_INFINITY : value,
      ),
    ),
    // What is hidden comes from nowhere: that is the point.
    origin: (row, column) => (isHidden(row, column) && !afterSoftmax ? [] : scaled(row, column)),
    note,
  };
  const readsNothing = (row: number) => hidden[row]!.every(Boolean) && !timesZero && !afterSoftmax;
  const weights: Table = {
    ...square,
    title: words.weights,
    says: words.weight,
    values: result.weights,
    origin: (row, column) =>
      readsNothing(row) || (afterSoftmax && isHidden(row, column)) ? [] : shares(row, column),
    note: (row, column) => (readsNothing(row) ? words.empty : note(row, column)),
  };
  const left = short(1 - dropout);
  const grown = divided("weights", left);
  const kept: Table = {
    ...square,
    title: fill(words.kept, { left }),
    says: words.keptWeight,
    values: result.kept,
    origin: (row, column) => (result.keeps[row]![column] ? grown(row, column) : []),
    note: (row, column) => (result.keeps[row]![column] ? undefined : words.dropped),
  };
  return {
    vectors: { title: words.vectors, says: words.number, values: vectors, rows: names, columns: numbers },
    scores: {
      ...square,
      title: words.scores,
      says: words.score,
      values: result.scores,
      origin: dot("vectors", "vectors", numbers.length),
    },
    masked,
    weights,
    sums: {
      title: words.sums,
      says: words.sum,
      values: result.rowSums.map((sum) => [sum]),
      rows: names,
      columns: ["Σ"],
      origin: rowSum("weights", names.length),
    },
    kept,
    output: {
      title: words.output,
      says: words.mixed,
      values: result.output,
      rows: names,
      columns: numbers,
      origin: product(dropout === 0 ? "weights" : "kept", "vectors", names.length),
    },
  };
}

function View({ values, result, edit, say }: LiveProps<Values, Result>) {
  const { words, masks, dropout, seed } = values;
  const hides = (row: number, column: number) => result.hidden[row]![column]!;
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="row">
        <Toggle
          label={words.mask}
          help={words.maskHelp}
          value={masks}
          onChange={(masks) => edit({ masks })}
        />
      </div>
      <div class="equation">
        <Grid
          table="vectors"
          cellClass={(row) => `hue-${(row % 6) + 1}`}
          onChange={(vectors) => edit({ vectors })}
          onProblem={say}
        />
        <Grid table="scores" />
        <Grid table="masked" hides={hides} />
      </div>
      <div class="equation">
        <Grid table="weights" heat={partsOfOne} hides={hides} />
        <Grid table="sums" />
        {dropout > 0 && <Grid table="kept" heat />}
        <Grid table="output" />
      </div>
      <div class="row">
        <Slider
          label={words.dropout}
          help={words.dropoutHelp}
          value={dropout}
          least={0}
          most={0.8}
          step={0.1}
          onChange={(dropout) => edit({ dropout }, "dropout")}
        />
        {dropout > 0 && <Seed value={seed} onChange={(seed) => edit({ seed })} />}
      </div>
    </Linked>
  );
}

function Peek({ values, result }: PeekProps<Values, Result>) {
  const hides = (row: number, column: number) => result.hidden[row]![column]!;
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="equation">
        <Grid table="masked" hides={hides} />
        <Grid table="weights" heat={partsOfOne} hides={hides} />
        <Grid table="sums" />
      </div>
    </Linked>
  );
}

/** The exercise asks for a token that looks back more than at itself. */
const goals: LivePicture<Values, Result>["goals"] = {
  "looks-back": ({ values, result }) => values.masks && isRight(values) && result.weights[1]![0]! > 0.5,
  "no-mask": ({ values }) => !values.masks,
  "mistake-on": ({ values }) => values.masks && !isRight(values),
  "looks-at-itself": ({ values, result }) => values.masks && isRight(values) && result.weights[1]![0]! <= 0.5,
};

const isRight = ({ hidesItself, timesZero, afterSoftmax }: Values) =>
  !hidesItself && !timesZero && !afterSoftmax;

export default { parse, compute, View, Peek, goals } satisfies LivePicture<Values, Result>;
