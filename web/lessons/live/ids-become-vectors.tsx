// The picture of lesson "ids-become-vectors": a table drawn at random, and the rows that ids pick from it.

import type { Tril } from "../../core/index.ts";
import { Grid } from "../../pictures/grid.tsx";
import { Linked } from "../../pictures/linked.tsx";
import { picked, product } from "../../pictures/origins.ts";
import { Strip } from "../../pictures/strip.tsx";
import type { Table, Tables } from "../../pictures/table.ts";
import { Seed, Slider } from "../controls.tsx";
import { type Data, dataOf, flagIn, numberIn, rowsIn, textsIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps, PeekProps } from "../live.ts";
import { firstRows } from "./sentence.ts";

const wordNames = [
  "ids",
  "id",
  "table",
  "number",
  "oneHot",
  "one",
  "amount",
  "amountOf",
  "vector",
  "part",
  "vectors",
  "held",
  "width",
  "widthHelp",
  "token",
] as const;

interface Values {
  /** The words of the vocabulary: the word at place i has the id i. */
  vocabulary: string[];
  ids: number[];
  /** Which token of the sentence is looked up. */
  token: number;
  seed: number;
  width: number;
  /** The table, once somebody typed into it. */
  edited: number[][] | null;
  /** The mistake: an id is multiplied like an amount. */
  amounts: boolean;
  words: Record<(typeof wordNames)[number], string>;
}

interface Result {
  table: number[][];
  /** What is multiplied with the table: a row with a single 1, or by mistake the id itself. */
  picker: number[][];
  vector: number[][];
  vectors: number[][];
}

function parse(block: unknown): Values {
  const data = dataOf(block);
  return {
    vocabulary: textsIn(data, "vocabulary"),
    ids: idsIn(data),
    token: numberIn(data, "token", 0),
    seed: numberIn(data, "seed"),
    width: numberIn(data, "width"),
    edited: data.edited ? rowsIn(data, "edited") : null,
    amounts: flagIn(data, "amounts"),
    words: wordsOf(data, wordNames),
  };
}

function idsIn(data: Data): number[] {
  return rowsIn({ ids: [data.ids] }, "ids")[0]!;
}

function compute(tril: Tril, { vocabulary, ids, token, seed, width, edited, amounts }: Values): Result {
  const table = edited ?? firstRows(tril, seed, vocabulary.length, width);
  const vectors = tril.toArray(tril.embed(ids, table)); // refuses an id that has no row
  const id = ids[token]!;
  if (amounts) {
    const first = table.slice(0, 1);
    const times = (amounts: number[]) =>
      tril.toArray(
        tril.matmul(
          amounts.map((amount) => [amount]),
          first,
        ),
      );
    return { table, picker: [[id]], vector: times([id]), vectors: times(ids) };
  }
  const picker = [vocabulary.map((_, row) => Number(row === id))];
  return { table, picker, vector: tril.toArray(tril.matmul(picker, table)), vectors };
}

function tablesOf({ vocabulary, ids, token, amounts, words }: Values, result: Result): Tables {
  const tokens = ids.map((id) => vocabulary[id]!);
  const columns = result.table[0]!.map((_, j) => `${j + 1}`);
  const word = [tokens[token]!];
  const picker: Table = {
    title: words.oneHot,
    says: words.one,
    values: result.picker,
    rows: word,
    columns: vocabulary.map((_, id) => `${id}`),
  };
  return {
    ids: { title: words.ids, says: words.id, values: [ids], rows: ["id"], columns: tokens },
    table: {
      title: words.table,
      says: words.number,
      values: result.table,
      rows: vocabulary.map((word, id) => `${id} ${word}`),
      columns,
    },
    picker: amounts ? { ...picker, title: words.amount, says: words.amountOf, columns: ["id"] } : picker,
    vector: {
      title: words.vector,
      says: words.part,
      values: result.vector,
      rows: word,
      columns,
      origin: product("picker", "table", amounts ? 1 : vocabulary.length),
    },
    vectors: {
      title: words.vectors,
      says: words.held,
      values: result.vectors,
      rows: tokens,
      columns,
      origin: amounts
        ? (row, column) => [{ table: "ids", row: 0, column: row }, "·", { table: "table", row: 0, column }]
        : picked("table", (row) => ids[row]!),
    },
  };
}

function View({ values, result, edit, say }: LiveProps<Values, Result>) {
  const { ids, token, seed, width, amounts, words } = values;
  const picksRow = amounts ? 0 : ids[token]!;
  return (
    <Linked tables={tablesOf(values, result)}>
      <Grid table="ids" onChange={([ids]) => edit({ ids: ids! })} onProblem={say} />
      <Strip
        title={words.token}
        table="vectors"
        axis="rows"
        picked={token}
        onPick={(token) => edit({ token })}
      />
      <div class="equation">
        <Grid table="picker" cellClass={(_, j) => (result.picker[0]![j] ? "picked" : "")} />
        <span class="operator" aria-hidden="true">
          ×
        </span>
        <Grid
          table="table"
          cellClass={(row) => (row === picksRow ? "picked" : "")}
          onChange={(edited) => edit({ edited })}
          onProblem={say}
        />
        <div class="result">
          <span class="operator" aria-hidden="true">
            =
          </span>
          <div class="slides-out" key={`${token} ${ids[token]}`}>
            <Grid table="vector" cellClass={() => "picked"} />
          </div>
        </div>
      </div>
      <div class="row">
        <Slider
          label={words.width}
          help={words.widthHelp}
          value={width}
          least={1}
          most={8}
          step={1}
          onChange={(width) => edit({ width, edited: null }, "width")}
        />
        <Seed value={seed} onChange={(seed) => edit({ seed, edited: null })} />
      </div>
      <Grid table="vectors" heat />
    </Linked>
  );
}

function Peek({ values, result }: PeekProps<Values, Result>) {
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="equation">
        <Grid table="ids" />
        <Grid table="vectors" heat />
      </div>
    </Linked>
  );
}

const goals: LivePicture<Values, Result>["goals"] = {
  "word-twice": ({ values: { ids, amounts } }) => !amounts && new Set(ids).size < ids.length,
  "rows-typed": ({ values: { ids, edited }, result: { vectors } }) =>
    edited !== null && new Set(vectors.map(String)).size < new Set(ids).size,
};

export default { parse, compute, View, Peek, goals } satisfies LivePicture<Values, Result>;
