// The picture of lesson "causal-mask": scores with the later tokens hidden, and the weights and mixes that follow.

import type { Tril } from "../../core/index.ts";
import { Grid } from "../../pictures/grid.tsx";
import { Linked } from "../../pictures/linked.tsx";
import { divided, dot, product, rowSum, softmax } from "../../pictures/origins.ts";
import { partsOfOne } from "../../pictures/scale.tsx";
import type { Table, Tables } from "../../pictures/table.ts";
import { fill } from "../../pictures/words.ts";
import { Toggle } from "../controls.tsx";
import { dataOf, flagIn, rowsIn, textsIn, wordsOf } from "../data.ts";
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
] as const;

interface Values {
  names: string[];
  vectors: number[][];
  masks: boolean;
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
  output: number[][];
}

function parse(block: unknown): Values {
  const data = dataOf(block);
  const vectors = rowsIn(data, "vectors");
  return {
    names: textsIn(data, "names", vectors.length),
    vectors,
    masks: data.masks === undefined ? true : flagIn(data, "masks"),
    hidesItself: flagIn(data, "hidesItself"),
    timesZero: flagIn(data, "timesZero"),
    afterSoftmax: flagIn(data, "afterSoftmax"),
    words: wordsOf(data, wordNames),
  };
}

function compute(tril: Tril, { vectors, masks, hidesItself, timesZero, afterSoftmax }: Values): Result {
  const hidden = vectors.map((_, query) =>
    vectors.map((_, key) => masks && (hidesItself ? key >= query : key > query)),
  );
  const zeroed = (values: number[][]) =>
    values.map((row, query) => row.map((value, key) => (hidden[query]![key] ? 0 : value)));
  const isWrong = timesZero || afterSoftmax;
  const mask = hidden.map((row) => row.map((isHidden) => isWrong || !isHidden));
  const { heads, output } = tril.attend(vectors, vectors, vectors, { mask });
  const head = heads[0]!;
  const scaled = tril.toArray(head.scaled);
  const kept = { scores: tril.toArray(head.scores), hidden };
  if (!isWrong) {
    const [weights, rowSums] = [tril.toArray(head.weights), [...head.rowSums]];
    return { ...kept, scaled, weights, rowSums, output: tril.toArray(output) };
  }
  const weights = timesZero ? tril.toArray(tril.softmax(zeroed(scaled))) : zeroed(tril.toArray(head.weights));
  return {
    ...kept,
    scaled: timesZero ? zeroed(scaled) : scaled,
    weights,
    rowSums: [...tril.sum(weights)],
    output: tril.toArray(tril.matmul(weights, vectors)),
  };
}

function tablesOf(values: Values, result: Result): Tables {
  const { names, vectors, timesZero, afterSoftmax, words } = values;
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
    output: {
      title: words.output,
      says: words.mixed,
      values: result.output,
      rows: names,
      columns: numbers,
      origin: product("weights", "vectors", names.length),
    },
  };
}

function View({ values, result, edit, say }: LiveProps<Values, Result>) {
  const { words, masks } = values;
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
        <Grid table="output" />
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
