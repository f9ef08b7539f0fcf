// The picture of lesson "many-heads": vectors cut into slices, one for each head, mixed by patterns that are set
// by hand, joined again and projected.

import type { Tril } from "../../core/index.ts";
import { Grid } from "../../pictures/grid.tsx";
import { Linked } from "../../pictures/linked.tsx";
import { product } from "../../pictures/origins.ts";
import type { Tables } from "../../pictures/table.ts";
import { fill } from "../../pictures/words.ts";
import { Pick } from "../controls.tsx";
import { dataOf, flagIn, numberIn, rowsIn, textsIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps, PeekProps } from "../live.ts";

const wordNames = [
  "x",
  "number",
  "slice",
  "sliced",
  "pattern",
  "weight",
  "mixed",
  "mix",
  "joined",
  "join",
  "output",
  "learned",
  "projected",
  "project",
  "query",
  "key",
  "heads",
  "width",
] as const;

interface Example {
  x: number[][];
  output: number[][];
}

interface Values {
  names: string[];
  /** For each width there is, the vectors and the output matrix to start from. */
  examples: Example[];
  width: number;
  heads: number;
  /** The vectors and the output matrix, where somebody typed into them. */
  x: number[][] | null;
  output: number[][] | null;
  /** The weights of each head, as many as there can be heads. */
  patterns: number[][][];
  /** The mistake: the numbers are cut in the order in which they lie in memory. */
  view: boolean;
  words: Record<(typeof wordNames)[number], string>;
}

interface Result extends Example {
  slices: number[][][];
  mixed: number[][][];
  joined: number[][];
  projected: number[][];
}

const headCounts = ["1", "2", "4"];

function parse(block: unknown): Values {
  const data = dataOf(block);
  const list = (name: string): unknown[] => {
    if (!Array.isArray(data[name])) throw new Error(`\`${name}\` is a list`);
    return data[name];
  };
  const names = textsIn(data, "names");
  return {
    names,
    examples: list("examples").map((entry) => {
      const example = dataOf(entry);
      return { x: rowsIn(example, "x"), output: rowsIn(example, "output") };
    }),
    width: numberIn(data, "width"),
    heads: numberIn(data, "heads"),
    x: data.x ? rowsIn(data, "x") : null,
    output: data.output ? rowsIn(data, "output") : null,
    patterns: list("patterns").map((pattern) => rowsIn({ patterns: pattern }, "patterns")),
    view: flagIn(data, "view"),
    words: wordsOf(data, wordNames),
  };
}

/** Where a number of a head's slice stands among the vectors. */
function placeOf({ names, heads, width, view }: Values, head: number, row: number, column: number) {
  const size = width / heads;
  if (!view) return { row, column: head * size + column };
  const index = (head * names.length + row) * size + column;
  return { row: Math.floor(index / width), column: index % width };
}

function compute(tril: Tril, values: Values): Result {
  const { names, examples, heads, width, patterns } = values;
  const example = examples.find(({ x }) => x[0]!.length === width)!;
  const x = values.x ?? example.x;
  const output = values.output ?? example.output;
  const slices = Array.from({ length: heads }, (_, head) =>
    names.map((_, i) =>
      Array.from({ length: width / heads }, (_, j) => {
        const { row, column } = placeOf(values, head, i, j);
        return x[row]![column]!;
      }),
    ),
  );
  const mixed = slices.map((slice, head) => tril.toArray(tril.mix(patterns[head]!, slice).mixed));
  const joined = names.map((_, row) => mixed.flatMap((rows) => rows[row]!));
  return { x, output, slices, mixed, joined, projected: tril.toArray(tril.matmul(joined, output)) };
}

function tablesOf(values: Values, result: Result): Tables {
  const { names, heads, width, patterns, words } = values;
  const size = width / heads;
  const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, j) => `${from + j + 1}`);
  const wide = { rows: names, columns: numbers(width) };
  const tables: Record<string, Tables[string]> = {
    x: { ...wide, title: words.x, says: words.number, values: result.x },
    joined: {
      ...wide,
      title: words.joined,
      says: words.join,
      values: result.joined,
      origin: (row, column) => [{ table: `mixed${Math.floor(column / size)}`, row, column: column % size }],
    },
    output: {
      title: words.output,
      says: words.learned,
      values: result.output,
      rows: numbers(width),
      columns: numbers(width),
    },
    projected: {
      ...wide,
      title: words.projected,
      says: words.project,
      values: result.projected,
      origin: product("joined", "output", width),
    },
  };
  for (let head = 0; head < heads; head++) {
    const named = (text: string) => fill(text, { head: head + 1 });
    tables[`slice${head}`] = {
      rows: names,
      columns: numbers(size),
      title: named(words.slice),
      says: named(words.sliced),
      values: result.slices[head]!,
      origin: (row, column) => [{ table: "x", ...placeOf(values, head, row, column) }],
    };
    tables[`pattern${head}`] = {
      rows: names,
      columns: names,
      axes: { rows: words.query, columns: words.key },
      title: named(words.pattern),
      says: named(words.weight),
      values: patterns[head]!,
    };
    tables[`mixed${head}`] = {
      rows: names,
      columns: numbers(size),
      title: named(words.mixed),
      says: named(words.mix),
      values: result.mixed[head]!,
      origin: product(`pattern${head}`, `slice${head}`, names.length),
    };
  }
  return tables;
}

/** The hue of each number of the vectors: that of the head that reads it. */
function huesOf(values: Values): string[][] {
  const { names, heads, width } = values;
  const hues = names.map(() => new Array<string>(width).fill(""));
  for (let head = 0; head < heads; head++)
    for (let i = 0; i < names.length; i++)
      for (let j = 0; j < width / heads; j++) {
        const { row, column } = placeOf(values, head, i, j);
        hues[row]![column] = `hue-${head + 1}`;
      }
  return hues;
}

function View({ values, result, edit, say }: LiveProps<Values, Result>) {
  const { examples, heads, width, patterns, words } = values;
  const hues = huesOf(values);
  const size = width / heads;
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="row">
        <Pick
          label={words.heads}
          value={String(heads)}
          options={headCounts.map((value) => ({ value, label: value }))}
          onChange={(heads) => edit({ heads: Number(heads) })}
        />
        <Pick
          label={words.width}
          value={String(width)}
          options={examples.map(({ x }) => ({ value: String(x[0]!.length), label: String(x[0]!.length) }))}
          onChange={(width) => edit({ width: Number(width), x: null, output: null })}
        />
      </div>
      <Grid
        table="x"
        cellClass={(row, column) => hues[row]![column]!}
        onChange={(x) => edit({ x })}
        onProblem={say}
      />
      {result.slices.map((_, head) => (
        <div key={head} class="equation">
          <Grid
            table={`pattern${head}`}
            onChange={(pattern) => edit({ patterns: patterns.map((old, i) => (i === head ? pattern : old)) })}
            onProblem={say}
          />
          <span class="operator" aria-hidden="true">
            ×
          </span>
          <Grid table={`slice${head}`} cellClass={() => `hue-${head + 1}`} />
          <div class="result">
            <span class="operator" aria-hidden="true">
              =
            </span>
            <Grid table={`mixed${head}`} cellClass={() => `hue-${head + 1}`} />
          </div>
        </div>
      ))}
      <div class="equation">
        <Grid table="joined" cellClass={(_, column) => `hue-${Math.floor(column / size) + 1}`} />
        <span class="operator" aria-hidden="true">
          ×
        </span>
        <Grid table="output" onChange={(output) => edit({ output })} onProblem={say} />
        <div class="result">
          <span class="operator" aria-hidden="true">
            =
          </span>
          <Grid table="projected" />
        </div>
      </div>
    </Linked>
  );
}

function Peek({ values, result }: PeekProps<Values, Result>) {
  const hues = huesOf(values);
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="equation">
        <Grid table="x" cellClass={(row, column) => hues[row]![column]!} />
        {result.slices.map((_, head) => (
          <Grid key={head} table={`slice${head}`} cellClass={() => `hue-${head + 1}`} />
        ))}
      </div>
    </Linked>
  );
}

const first = [1, 0, 0];

/** The exercise asks for a second head that reads the first token alone, from every position. */
const goals: LivePicture<Values, Result>["goals"] = {
  "reads-first": ({ values: { patterns, heads, view } }) =>
    !view && heads > 1 && patterns[1]!.every((row) => String(row) === String(first)),
  "one-head": ({ values: { heads } }) => heads === 1,
  "mistake-on": ({ values: { view } }) => view,
  "by-column": ({ values: { patterns } }) =>
    patterns[1]!.every((row, i) => row.every((weight) => weight === first[i])),
  "other-head": ({ values: { patterns }, start }) => String(patterns[0]) !== String(start.patterns[0]),
};

export default { parse, compute, View, Peek, goals } satisfies LivePicture<Values, Result>;
