// The picture of lesson "positions": a vector for each place in a text, as a heat map, as waves, and compared.

import type { Tril } from "../../core/index.ts";
import { Grid } from "../../pictures/grid.tsx";
import { Linked } from "../../pictures/linked.tsx";
import { dot } from "../../pictures/origins.ts";
import type { Tables } from "../../pictures/table.ts";
import { Waves } from "../../pictures/waves.tsx";
import { fill } from "../../pictures/words.ts";
import { Pick, Slider, Toggle } from "../controls.tsx";
import { dataOf, flagIn, numberIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps, PeekProps } from "../live.ts";

const wordNames = [
  "table",
  "number",
  "waves",
  "match",
  "matches",
  "position",
  "column",
  "asks",
  "length",
  "width",
  "base",
  "baseHelp",
  "pair",
  "pairHelp",
  "blocked",
  "blockedHelp",
] as const;

interface Values {
  length: number;
  width: number;
  base: number;
  /** The pair of columns that is drawn as waves, counted from 0. */
  pair: number;
  /** The position that is compared with all. */
  asks: number;
  /** All sines first, then all cosines. */
  blocked: boolean;
  /** The mistake: the column's number, not its pair's, in the exponent. */
  columnAsPower: boolean;
  words: Record<(typeof wordNames)[number], string>;
}

interface Result {
  table: number[][];
  /** For each column whether it is a sine, and its pair, from 0. */
  columns: { isSine: boolean; pair: number }[];
  match: number[];
}

const bases = ["10", "100", "10000"];

function parse(block: unknown): Values {
  const data = dataOf(block);
  return {
    length: numberIn(data, "length"),
    width: numberIn(data, "width"),
    base: numberIn(data, "base", 10_000),
    pair: numberIn(data, "pair", 0),
    asks: numberIn(data, "asks", 0),
    blocked: flagIn(data, "blocked"),
    columnAsPower: flagIn(data, "columnAsPower"),
    words: wordsOf(data, wordNames),
  };
}

function compute(tril: Tril, { length, width, base, blocked, columnAsPower, ...values }: Values): Result {
  const columns = Array.from({ length: width }, (_, j) => ({ isSine: j % 2 === 0, pair: Math.floor(j / 2) }));
  if (blocked) columns.sort((a, b) => Number(b.isSine) - Number(a.isSine) || a.pair - b.pair);
  // Twice as wide with a base squared, pair j has the exponent that the mistake gives column j.
  const all = columnAsPower
    ? tril.toArray(tril.positions(length, 2 * width, { base: base * base }))
    : tril.toArray(tril.positions(length, width, { base }));
  const placeOf = ({ isSine, pair }: Result["columns"][number]) => {
    const column = 2 * pair + (isSine ? 0 : 1);
    return columnAsPower ? 2 * column + (isSine ? 0 : 1) : column;
  };
  const table = all.map((row) => columns.map((column) => row[placeOf(column)]!));
  const asks = Math.min(values.asks, length - 1);
  return { table, columns, match: tril.toArray(tril.scores([table[asks]!], table))[0]! };
}

function tablesOf({ base, width, columnAsPower, words, ...values }: Values, result: Result): Tables {
  const rows = result.table.map((_, position) => String(position));
  const asks = Math.min(values.asks, rows.length - 1);
  const sum = dot("table", "table", width);
  return {
    table: {
      title: words.table,
      says: words.number,
      values: result.table,
      rows,
      axes: { rows: words.position, columns: words.column },
      columns: result.columns.map(({ isSine, pair }) => `${isSine ? "sin" : "cos"} ${pair}`),
      origin: (row, column) => {
        const { isSine, pair } = result.columns[column]!;
        const times = columnAsPower ? 2 * pair + (isSine ? 0 : 1) : pair;
        return [`${isSine ? "sin" : "cos"}(${row} ÷ ${base}^(2·${times}/${width}))`];
      },
    },
    match: {
      title: fill(words.match, { position: asks }),
      says: words.matches,
      values: [result.match],
      rows: [`${words.position} ${asks}`],
      columns: rows,
      origin: (_, column) => sum(asks, column),
    },
  };
}

/** Beyond so many columns there is no room for numbers. */
const mostNumbers = 6;

function View({ values, result, edit }: LiveProps<Values, Result>) {
  const { length, width, base, blocked, words } = values;
  const pairs = Math.ceil(width / 2);
  const pair = Math.min(values.pair, pairs - 1);
  const drawn = result.columns.flatMap((column, j) => (column.pair === pair ? [j] : []));
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="row">
        <Slider
          label={words.length}
          value={length}
          least={2}
          most={50}
          step={1}
          onChange={(length) => edit({ length }, "length")}
        />
        <Slider
          label={words.width}
          value={width}
          least={1}
          most={32}
          step={1}
          onChange={(width) => edit({ width }, "width")}
        />
        <Pick
          label={words.base}
          help={words.baseHelp}
          value={String(base)}
          options={bases.map((value) => ({ value, label: value }))}
          onChange={(base) => edit({ base: Number(base) })}
        />
      </div>
      <div class="beside">
        <div>
          <Grid table="table" heat shows={width > mostNumbers ? "nothing" : "numbers"} />
        </div>
        <div>
          <Waves title={fill(words.waves, { pair })} table="table" columns={drawn} />
          <Slider
            label={words.pair}
            help={words.pairHelp}
            value={pair}
            least={0}
            most={pairs - 1}
            step={1}
            onChange={(pair) => edit({ pair }, "pair")}
          />
          <Toggle
            label={words.blocked}
            help={words.blockedHelp}
            value={blocked}
            onChange={(blocked) => edit({ blocked })}
          />
        </div>
      </div>
      <div>
        <Grid table="match" heat />
        <Slider
          label={words.asks}
          value={Math.min(values.asks, length - 1)}
          least={0}
          most={length - 1}
          step={1}
          onChange={(asks) => edit({ asks }, "asks")}
        />
      </div>
    </Linked>
  );
}

function Peek({ values, result }: PeekProps<Values, Result>) {
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="equation">
        <Grid table="table" heat shows={values.width > mostNumbers ? "nothing" : "numbers"} />
      </div>
    </Linked>
  );
}

/** The exercise asks for a slowest wave that goes up and down in sight. */
const goals: LivePicture<Values, Result>["goals"] = {
  "slow-wave-turns": ({ values, result }) => isRight(values) && values.width > 2 && turns(result),
  "mistake-on": ({ values }) => values.columnAsPower,
  "one-pair": ({ values }) => values.width <= 2,
  "still-flat": ({ values, result }) => isRight(values) && !turns(result),
};

const isRight = ({ columnAsPower }: Values) => !columnAsPower;

/** Whether the last sine comes near 1 and near −1. */
function turns({ table, columns }: Result): boolean {
  const last = Math.max(...columns.map(({ pair }) => pair));
  const column = columns.findIndex(({ isSine, pair }) => isSine && pair === last);
  const wave = table.map((row) => row[column]!);
  return wave.some((value) => value > 0.9) && wave.some((value) => value < -0.9);
}

export default { parse, compute, View, Peek, goals } satisfies LivePicture<Values, Result>;
