// The picture of lesson "weighted-mix": hand-set weights, the tokens they mix, and what comes out.

import type { Tril } from "../../core/index.ts";
import { Grid } from "../../pictures/grid.tsx";
import { Linked } from "../../pictures/linked.tsx";
import { short } from "../../pictures/numbers.ts";
import { product, rowSum } from "../../pictures/origins.ts";
import { Shares } from "../../pictures/shares.tsx";
import type { Tables } from "../../pictures/table.ts";
import { fill } from "../../pictures/words.ts";
import { dataOf, rowsIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps } from "../live.ts";

const wordNames = [
  "weights",
  "weight",
  "tokens",
  "number",
  "mixed",
  "mix",
  "sums",
  "sum",
  "position",
  "shares",
  "future",
  "average",
  "lost",
  "more",
] as const;

interface Values {
  weights: number[][];
  tokens: number[][];
  words: Record<(typeof wordNames)[number], string>;
}

interface Result {
  mixed: number[][];
  rowSums: number[];
  /** The weights above the diagonal that are not 0: [row, column]. */
  future: [number, number][];
}

function parse(block: unknown): Values {
  const data = dataOf(block);
  return {
    weights: rowsIn(data, "weights"),
    tokens: rowsIn(data, "tokens"),
    words: wordsOf(data, wordNames),
  };
}

function compute(tril: Tril, { weights, tokens }: Values): Result {
  const { mixed, rowSums, future } = tril.mix(weights, tokens);
  return { mixed: tril.toArray(mixed), rowSums: [...rowSums], future };
}

function View({ values, result, edit, say }: LiveProps<Values, Result>) {
  const { weights, tokens, words } = values;
  const { mixed, rowSums, future } = result;
  const rows = weights.map((_, i) => `${words.position} ${i + 1}`);
  const names = tokens.map((_, i) => `t${i + 1}`);
  const columns = tokens[0]!.map((_, j) => `${j + 1}`);
  const tables: Tables = {
    weights: { title: words.weights, says: words.weight, values: weights, rows, columns: names },
    tokens: { title: words.tokens, says: words.number, values: tokens, rows: names, columns },
    mixed: {
      title: words.mixed,
      says: words.mix,
      values: mixed,
      rows,
      columns,
      origin: product("weights", "tokens", names.length),
    },
    sums: {
      title: words.sums,
      says: words.sum,
      values: rowSums.map((sum) => [sum]),
      rows,
      columns: ["Σ"],
      origin: rowSum("weights", names.length),
    },
  };
  const weightClass = (i: number, j: number) =>
    `${j > i ? "ahead" : ""} ${weights[i]![j] === 0 ? "" : `hue-${(j % 6) + 1}`}`;
  return (
    <Linked tables={tables}>
      <div class="equation">
        <Grid
          table="weights"
          cellClass={weightClass}
          onChange={(weights) => edit({ weights })}
          onProblem={say}
        />
        <span class="operator" aria-hidden="true">
          ×
        </span>
        <Grid
          table="tokens"
          cellClass={(i) => `hue-${(i % 6) + 1}`}
          onChange={(tokens) => edit({ tokens })}
          onProblem={say}
        />
        <span class="operator" aria-hidden="true">
          =
        </span>
        <Grid table="mixed" />
      </div>
      <Shares title={words.shares} table="weights" sums="sums" />
      <div role="status">
        <ul class="findings">
          {future.map(([row, column]) => (
            <li key={`${row},${column}`} class="warning">
              {fill(words.future, {
                row: row + 1,
                value: short(weights[row]![column]!),
                column: names[column]!,
              })}
            </li>
          ))}
          {rowSums.map((sum, i) => {
            const word = isOne(sum) ? words.average : sum < 1 ? words.lost : words.more;
            return (
              <li key={names[i]} class={isOne(sum) ? "" : "warning"}>
                {fill(word, { row: i + 1, sum: short(sum) })}
              </li>
            );
          })}
        </ul>
      </div>
    </Linked>
  );
}

/** As exactly as the page writes numbers: three times 0.33333 reads as 1. */
function isOne(sum: number): boolean {
  return short(sum) === "1";
}

export default { parse, compute, View } satisfies LivePicture<Values, Result>;
