// A square table whose cells are compared with their mirrors across the diagonal.

import type { Tril } from "../../core/index.ts";
import { Grid } from "../../pictures/grid.tsx";
import { Linked } from "../../pictures/linked.tsx";
import { short } from "../../pictures/numbers.ts";
import type { Tables } from "../../pictures/table.ts";
import { fill } from "../../pictures/words.ts";
import { dataOf, rowsIn, textsIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps } from "../live.ts";

const wordNames = ["title", "number", "rows", "columns", "differs", "agrees"] as const;

interface Values {
  names: string[];
  table: number[][];
  words: Record<(typeof wordNames)[number], string>;
}

interface Result {
  mirror: number[][];
}

function parse(block: unknown): Values {
  const data = dataOf(block);
  const table = rowsIn(data, "table");
  if (table.length !== table[0]!.length) throw new Error("`table` has as many rows as columns");
  return { names: textsIn(data, "names", table.length), table, words: wordsOf(data, wordNames) };
}

function compute(tril: Tril, { table }: Values): Result {
  return { mirror: tril.toArray(tril.transpose(table)) };
}

function View({ values: { names, table, words }, result: { mirror }, edit, say }: LiveProps<Values, Result>) {
  const differs = (row: number, column: number) =>
    short(table[row]![column]!) !== short(mirror[row]![column]!);
  const tables: Tables = {
    table: {
      title: words.title,
      says: words.number,
      values: table,
      rows: names,
      columns: names,
      axes: { rows: words.rows, columns: words.columns },
      note: (row, column) =>
        row === column
          ? undefined
          : fill(differs(row, column) ? words.differs : words.agrees, {
              row: names[row]!,
              column: names[column]!,
              mirror: short(mirror[row]![column]!),
            }),
    },
  };
  return (
    <Linked tables={tables}>
      <Grid
        table="table"
        heat
        mark={(row, column) => (differs(row, column) ? "≠" : undefined)}
        onChange={(table) => edit({ table })}
        onProblem={say}
      />
    </Linked>
  );
}

export default { parse, compute, View } satisfies LivePicture<Values, Result>;
