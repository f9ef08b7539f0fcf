// The picture of lesson "dot-product-scores": vectors in a table and in the plane, and the score of every two.

import type { Tril } from "../../core/index.ts";
import { Grid } from "../../pictures/grid.tsx";
import { Linked, useLinked } from "../../pictures/linked.tsx";
import { columnDot, dot } from "../../pictures/origins.ts";
import type { Table, Tables } from "../../pictures/table.ts";
import { Vectors } from "../../pictures/vectors.tsx";
import { Toggle } from "../controls.tsx";
import { dataOf, flagIn, rowsIn, textsIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps, PeekProps } from "../live.ts";

const wordNames = [
  "vectors",
  "number",
  "plane",
  "scores",
  "score",
  "query",
  "key",
  "letters",
  "wrongScore",
] as const;

interface Values {
  names: string[];
  vectors: number[][];
  /** A letter for each number of the vectors. */
  letters: string[][];
  showsLetters: boolean;
  /** The mistake: columns are compared instead of rows. */
  columnsAsk: boolean;
  words: Record<(typeof wordNames)[number], string>;
}

interface Result {
  scores: number[][];
}

function parse(block: unknown): Values {
  const data = dataOf(block);
  const vectors = rowsIn(data, "vectors");
  const letters = textsIn(data, "letters", vectors.flat().length);
  const width = vectors[0]!.length;
  return {
    names: textsIn(data, "names", vectors.length),
    vectors,
    letters: vectors.map((_, i) => letters.slice(i * width, (i + 1) * width)),
    showsLetters: flagIn(data, "showsLetters"),
    columnsAsk: flagIn(data, "columnsAsk"),
    words: wordsOf(data, wordNames),
  };
}

function compute(tril: Tril, { vectors, columnsAsk }: Values): Result {
  const [x, turned] = [tril.matrix(vectors), tril.transpose(vectors)];
  return { scores: tril.toArray(columnsAsk ? tril.matmul(turned, x) : tril.matmul(x, turned)) };
}

function tablesOf(
  { names, vectors, letters, showsLetters, columnsAsk, words }: Values,
  result: Result,
): Tables {
  const numbers = vectors[0]!.map((_, j) => `${j + 1}`);
  const scores: Table = {
    title: words.scores,
    says: words.score,
    values: result.scores,
    rows: names,
    columns: names,
    axes: { rows: words.query, columns: words.key },
    origin: dot("vectors", "vectors", numbers.length),
  };
  return {
    vectors: {
      title: words.vectors,
      says: words.number,
      values: vectors,
      rows: names,
      columns: numbers,
      letters: showsLetters ? letters : undefined,
    },
    scores: columnsAsk
      ? {
          ...scores,
          says: words.wrongScore,
          rows: numbers,
          columns: numbers,
          axes: undefined,
          origin: columnDot("vectors", names.length),
        }
      : scores,
  };
}

function View({ values, result, edit, say }: LiveProps<Values, Result>) {
  const { names, words, showsLetters } = values;
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="beside">
        <div>
          <Grid
            table="vectors"
            cellClass={(row) => `hue-${(row % 6) + 1}`}
            onChange={(vectors) => edit({ vectors })}
            onProblem={say}
          />
          <Grid table="scores" heat shows={showsLetters ? "letters" : "numbers"} />
        </div>
        {values.vectors[0]!.length === 2 && (
          <Plane
            names={names}
            result={result}
            title={words.plane}
            onChange={(vectors) => edit({ vectors }, "drag")}
          />
        )}
      </div>
      <div class="row">
        <Toggle
          label={words.letters}
          value={showsLetters}
          onChange={(showsLetters) => edit({ showsLetters })}
        />
      </div>
    </Linked>
  );
}

interface PlaneProps {
  names: string[];
  result: Result;
  title: string;
  onChange(vectors: number[][]): void;
}

/** The plane, with the angle between the two whose score is looked at. */
function Plane({ names, result: { scores }, title, onChange }: PlaneProps) {
  const { shown } = useLinked();
  const isScore = shown?.table === "scores";
  const inside = isScore && shown.row >= 0 && shown.row < names.length && shown.column < names.length;
  const [i, j] = inside && shown.row !== shown.column ? [shown.row, shown.column] : [0, 1];
  const angle = { between: [i, j] as [number, number], isRight: scores[i]?.[j] === 0 };
  return <Vectors table="vectors" title={title} angle={angle} onChange={onChange} />;
}

function Peek({ values, result }: PeekProps<Values, Result>) {
  return (
    <Linked tables={tablesOf({ ...values, showsLetters: false }, result)}>
      <div class="equation">
        <Grid table="vectors" cellClass={(row) => `hue-${(row % 6) + 1}`} />
        <Grid table="scores" heat />
      </div>
    </Linked>
  );
}

/** What exercises ask for concerns the first two vectors. */
const goals: LivePicture<Values, Result>["goals"] = {
  "zero-score": ({ values, result }) => hasLength(values) && result.scores[0]![1] === 0,
  "zero-vector": ({ values }) => !hasLength(values),
  "past-zero": ({ result }) => result.scores[0]![1]! < 0,
};

function hasLength({ vectors }: Values): boolean {
  return [0, 1].every((row) => vectors[row]!.some((value) => value !== 0));
}

export default { parse, compute, View, Peek, goals } satisfies LivePicture<Values, Result>;
