// The picture of lesson "softmax-and-scale": scores, the same scores scaled, and the weights they become.

import type { Tril } from "../../core/index.ts";
import { Bars } from "../../pictures/bars.tsx";
import { Dial } from "../../pictures/dial.tsx";
import { Grid } from "../../pictures/grid.tsx";
import { Linked, useLinked } from "../../pictures/linked.tsx";
import { short } from "../../pictures/numbers.ts";
import { divided, rowSum, softmax } from "../../pictures/origins.ts";
import { partsOfOne } from "../../pictures/scale.tsx";
import type { Tables } from "../../pictures/table.ts";
import { fill } from "../../pictures/words.ts";
import { Pick, Slider } from "../controls.tsx";
import { dataOf, flagIn, numberIn, rowsIn, textsIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps, PeekProps } from "../live.ts";

const wordNames = [
  "scores",
  "score",
  "scaled",
  "scaledScore",
  "weights",
  "weight",
  "sums",
  "sum",
  "bars",
  "entropy",
  "oneKey",
  "allEqual",
  "query",
  "key",
  "width",
  "widthHelp",
  "temperature",
  "temperatureHelp",
] as const;

interface Values {
  names: string[];
  scores: number[][];
  /** How many numbers a key has: scores are divided by its square root. */
  width: number;
  temperature: number;
  /** The mistake: softmax runs down the columns. */
  downColumns: boolean;
  words: Record<(typeof wordNames)[number], string>;
}

interface Result {
  scaled: number[][];
  weights: number[][];
  rowSums: number[];
  entropies: number[];
  /** The entropy of equal shares. */
  mostEntropy: number;
}

const widths = ["1", "2", "4", "16", "64"];

function parse(block: unknown): Values {
  const data = dataOf(block);
  const scores = rowsIn(data, "scores");
  return {
    names: textsIn(data, "names", scores.length),
    scores,
    width: numberIn(data, "width", 1),
    temperature: numberIn(data, "temperature", 1),
    downColumns: flagIn(data, "downColumns"),
    words: wordsOf(data, wordNames),
  };
}

/** A product with one number along the diagonal and zeros elsewhere multiplies every score by it. */
function compute(tril: Tril, { scores, width, temperature, downColumns }: Values): Result {
  const diagonal = (value: number) =>
    scores[0]!.map((_, i) => scores[0]!.map((_, j) => (i === j ? value : 0)));
  const scaled = tril.matmul(scores, diagonal(1 / (Math.sqrt(width) * temperature)));
  const weights = tril.softmax(scaled, { axis: downColumns ? 0 : 1 });
  const { rowSums } = tril.mix(weights, diagonal(1));
  const equal = tril.softmax([scores[0]!.map(() => 0)]);
  return {
    scaled: tril.toArray(scaled),
    weights: tril.toArray(weights),
    rowSums: [...rowSums],
    entropies: [...tril.entropy(weights)],
    mostEntropy: tril.entropy(equal)[0]!,
  };
}

function tablesOf({ names, scores, width, temperature, downColumns, words }: Values, result: Result): Tables {
  const table = { rows: names, columns: names, axes: { rows: words.query, columns: words.key } };
  const by = temperature === 1 ? `√${width}` : `(√${width}·${short(temperature)})`;
  return {
    scores: { ...table, title: words.scores, says: words.score, values: scores },
    scaled: {
      ...table,
      title: fill(words.scaled, { by }),
      says: words.scaledScore,
      values: result.scaled,
      origin: divided("scores", by),
    },
    weights: {
      ...table,
      title: words.weights,
      says: words.weight,
      values: result.weights,
      origin: softmax("scaled", names.length, downColumns ? 0 : 1),
    },
    sums: {
      title: words.sums,
      says: words.sum,
      values: result.rowSums.map((sum) => [sum]),
      rows: names,
      columns: ["Σ"],
      origin: rowSum("weights", names.length),
    },
  };
}

function View({ values, result, edit, say }: LiveProps<Values, Result>) {
  const { width, temperature, words } = values;
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="equation">
        <Grid table="scores" onChange={(scores) => edit({ scores })} onProblem={say} />
        <Grid table="scaled" />
        <Grid table="weights" heat={partsOfOne} />
        <Grid table="sums" />
      </div>
      <OneRow values={values} result={result} />
      <div class="row">
        <Pick
          label={words.width}
          help={words.widthHelp}
          value={String(width)}
          options={widths.map((value) => ({ value, label: value }))}
          onChange={(width) => edit({ width: Number(width) })}
        />
        <Slider
          label={words.temperature}
          help={words.temperatureHelp}
          value={temperature}
          least={0.1}
          most={5}
          step={0.1}
          onChange={(temperature) => edit({ temperature }, "temperature")}
        />
      </div>
    </Linked>
  );
}

/** The row that is looked at: its numbers as bars, and how evenly its shares are spread. */
function OneRow({
  values: { names, words },
  result: { entropies, mostEntropy },
}: {
  values: Values;
  result: Result;
}) {
  const { shown } = useLinked();
  const row = shown && shown.row >= 0 ? shown.row : 0;
  const name = { row: names[row]! };
  return (
    <div class="row">
      <Bars title={fill(words.bars, name)} tables={["scaled", "weights"]} row={row} most={{ weights: 1 }} />
      <Dial
        title={fill(words.entropy, name)}
        value={entropies[row]!}
        most={mostEntropy}
        ends={[words.oneKey, words.allEqual]}
      />
    </div>
  );
}

function Peek({ values, result }: PeekProps<Values, Result>) {
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="equation">
        <Grid table="weights" heat={partsOfOne} />
        <Grid table="sums" />
      </div>
    </Linked>
  );
}

const goals: LivePicture<Values, Result>["goals"] = {
  "less-than-half": ({ values, result, start }) => isEven(result) && !touched(values, start),
  "scores-touched": ({ values, result, start }) => isEven(result) && touched(values, start),
  sharper: ({ result, values }) => !isEven(result) && (values.temperature < 1 || values.width < 4),
};

/** Whether the first token takes less than half from itself. */
const isEven = ({ weights }: Result) => weights[0]![0]! < 0.5;
const touched = (values: Values, start: Values) =>
  JSON.stringify(values.scores) !== JSON.stringify(start.scores) || values.downColumns;

export default { parse, compute, View, Peek, goals } satisfies LivePicture<Values, Result>;
