// The picture of lesson "weighted-mix": hand-set weights, the tokens they mix, and what comes out.

import type { Tril } from "../../core/index.ts";
import { Grid } from "../../pictures/grid.tsx";
import { Linked } from "../../pictures/linked.tsx";
import { short } from "../../pictures/numbers.ts";
import { columnSum, product, productDown, rowSum } from "../../pictures/origins.ts";
import { Shares } from "../../pictures/shares.tsx";
import type { Tables } from "../../pictures/table.ts";
import { fill } from "../../pictures/words.ts";
import { Toggle } from "../controls.tsx";
import { dataOf, flagIn, rowsIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps, PeekProps } from "../live.ts";

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
  "lock",
  "lockHelp",
] as const;

interface Values {
  weights: number[][];
  tokens: number[][];
  /** Whether each row of weights is kept at a sum of 1. */
  locked: boolean;
  /** The mistake: a position's weights are read down a column. */
  downColumns: boolean;
  words: Record<(typeof wordNames)[number], string>;
}

interface Result {
  /** The weights as they were typed, or with sums of 1. */
  weights: number[][];
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
    locked: flagIn(data, "locked"),
    downColumns: flagIn(data, "downColumns"),
    words: wordsOf(data, wordNames),
  };
}

function compute(tril: Tril, { tokens, locked, downColumns, ...typed }: Values): Result {
  const sums = tril.sum(typed.weights);
  // A row of zeros has no shares to keep: it stays what it is.
  const weights = locked
    ? typed.weights.flatMap((row, i) => tril.toArray(tril.scale([row], 1 / (sums[i] || 1))))
    : typed.weights;
  const { mixed, rowSums, future } = tril.mix(downColumns ? tril.transpose(weights) : weights, tokens);
  return { weights, mixed: tril.toArray(mixed), rowSums: [...rowSums], future };
}

function tablesOf({ tokens, downColumns, words }: Values, { weights, mixed, rowSums }: Result): Tables {
  const rows = weights.map((_, i) => `${words.position} ${i + 1}`);
  const names = tokens.map((_, i) => `t${i + 1}`);
  const columns = tokens[0]!.map((_, j) => `${j + 1}`);
  const count = names.length;
  return {
    weights: { title: words.weights, says: words.weight, values: weights, rows, columns: names },
    tokens: { title: words.tokens, says: words.number, values: tokens, rows: names, columns },
    mixed: {
      title: words.mixed,
      says: words.mix,
      values: mixed,
      rows,
      columns,
      origin: downColumns ? productDown("weights", "tokens", count) : product("weights", "tokens", count),
    },
    sums: {
      title: words.sums,
      says: words.sum,
      values: rowSums.map((sum) => [sum]),
      rows,
      columns: ["Σ"],
      origin: downColumns ? columnSum("weights", count) : rowSum("weights", count),
    },
  };
}

function View({ values, result, edit, say }: LiveProps<Values, Result>) {
  const { locked, downColumns, words } = values;
  const { weights, rowSums, future } = result;
  const tables = tablesOf(values, result);
  const names = tables.tokens!.rows;
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
      <div class="row">
        <Toggle
          label={words.lock}
          help={words.lockHelp}
          value={locked}
          onChange={(locked) => edit({ locked })}
        />
      </div>
      {!downColumns && <Shares title={words.shares} table="weights" sums="sums" />}
      <div role="status">
        <ul class="findings">
          {future.map(([row, column]) => (
            <li key={`${row},${column}`} class="warning">
              {fill(words.future, {
                row: row + 1,
                value: short(downColumns ? weights[column]![row]! : weights[row]![column]!),
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

function Peek({ values, result }: PeekProps<Values, Result>) {
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="equation">
        <Grid table="weights" />
        <Grid table="mixed" />
      </div>
    </Linked>
  );
}

export default { parse, compute, View, Peek } satisfies LivePicture<Values, Result>;
