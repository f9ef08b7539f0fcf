// Random queries and keys of many lengths: how the spread of their scores grows, and what scaling does to it.

import type { Tril } from "../../core/index.ts";
import { Bars } from "../../pictures/bars.tsx";
import { Linked } from "../../pictures/linked.tsx";
import { divided, softmax } from "../../pictures/origins.ts";
import type { Tables } from "../../pictures/table.ts";
import { fill } from "../../pictures/words.ts";
import { Pick, Seed } from "../controls.tsx";
import { dataOf, numberIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps } from "../live.ts";

const wordNames = [
  "scores",
  "score",
  "drawn",
  "loud",
  "scaled",
  "scaledScore",
  "weights",
  "weight",
  "query",
  "key",
  "width",
  "without",
  "with",
] as const;

interface Values {
  seed: number;
  keys: number;
  width: number;
  words: Record<(typeof wordNames)[number], string>;
}

interface Result {
  scores: number[][];
  /** Softmax of the scores as they are. */
  loud: number[][];
  scaled: number[][];
  weights: number[][];
}

const widths = ["1", "4", "16", "64", "256"];

function parse(block: unknown): Values {
  const data = dataOf(block);
  return {
    seed: numberIn(data, "seed"),
    keys: numberIn(data, "keys"),
    width: numberIn(data, "width"),
    words: wordsOf(data, wordNames),
  };
}

function compute(tril: Tril, { seed, keys: count, width }: Values): Result {
  const random = tril.random(seed);
  const [query, keys] = [random.normal(1, width), random.normal(count, width)];
  const { scores, scaled, weights } = tril.attend(query, keys, keys).heads[0]!;
  return {
    scores: tril.toArray(scores!),
    loud: tril.toArray(tril.softmax(scores!)),
    scaled: tril.toArray(scaled!),
    weights: tril.toArray(weights!),
  };
}

function View({ values: { seed, keys, width, words }, result, edit }: LiveProps<Values, Result>) {
  const table = {
    rows: [words.query],
    columns: Array.from({ length: keys }, (_, j) => `${words.key} ${j + 1}`),
  };
  const tables: Tables = {
    scores: {
      ...table,
      title: words.scores,
      says: words.score,
      values: result.scores,
      origin: () => [],
      note: () => fill(words.drawn, { width }),
    },
    loud: {
      ...table,
      title: words.loud,
      says: words.weight,
      values: result.loud,
      origin: softmax("scores", keys),
    },
    scaled: {
      ...table,
      title: fill(words.scaled, { by: `√${width}` }),
      says: words.scaledScore,
      values: result.scaled,
      origin: divided("scores", `√${width}`),
    },
    weights: {
      ...table,
      title: words.weights,
      says: words.weight,
      values: result.weights,
      origin: softmax("scaled", keys),
    },
  };
  return (
    <Linked tables={tables}>
      <div class="row">
        <Pick
          label={words.width}
          value={String(width)}
          options={widths.map((value) => ({ value, label: value }))}
          onChange={(width) => edit({ width: Number(width) })}
        />
        <Seed value={seed} onChange={(seed) => edit({ seed })} />
      </div>
      <div class="halves">
        <Bars title={words.without} tables={["scores", "loud"]} row={0} most={{ loud: 1 }} />
        <Bars title={words.with} tables={["scaled", "weights"]} row={0} most={{ weights: 1 }} />
      </div>
    </Linked>
  );
}

export default { parse, compute, View } satisfies LivePicture<Values, Result>;
