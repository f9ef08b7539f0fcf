// Numbers that others have published, side by side as tables. Nothing here is calculated.

import { Grid } from "../../pictures/grid.tsx";
import { Linked } from "../../pictures/linked.tsx";
import type { Tables } from "../../pictures/table.ts";
import { type Data, dataOf, rowsIn, textIn, textsIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps } from "../live.ts";

interface Values {
  tables: { title: string; says: string; rows: string[]; columns: string[]; values: number[][] }[];
  /** The row that the lesson speaks about. */
  marked: string;
  words: Record<"note", string>;
}

function parse(block: unknown): Values {
  const data = dataOf(block);
  const [rows, columns] = [textsIn(data, "rows"), textsIn(data, "columns")];
  if (!Array.isArray(data.tables)) throw new Error("`tables` is a list of tables");
  const tables = data.tables.map((entry: Data) => {
    const values = rowsIn(dataOf(entry), "values");
    if (values.length !== rows.length || values[0]!.length !== columns.length)
      throw new Error(`each table has ${rows.length} rows of ${columns.length} numbers`);
    return { title: textIn(entry, "title"), says: textIn(entry, "says"), rows, columns, values };
  });
  return { tables, marked: textIn(data, "marked"), words: wordsOf(data, ["note"]) };
}

function View({ values: { tables, marked, words } }: LiveProps<Values, Record<string, never>>) {
  const named: Tables = Object.fromEntries(
    tables.map((table, i) => [`published${i}`, { ...table, note: () => words.note }]),
  );
  return (
    <Linked tables={named}>
      <div class="equation">
        {tables.map(({ rows }, i) => (
          <Grid
            key={i}
            table={`published${i}`}
            heat
            cellClass={(row) => (rows[row] === marked ? "picked" : "")}
          />
        ))}
      </div>
    </Linked>
  );
}

export default { parse, compute: () => ({}), View } satisfies LivePicture<Values, Record<string, never>>;
