// The picture of lesson "dot-product-scores": vectors in a table and in the plane, and the score of every two.

import type { Tril } from "../../core/index.ts";
import { Grid } from "../../pictures/grid.tsx";
import { Linked, useLinked } from "../../pictures/linked.tsx";
import { short } from "../../pictures/numbers.ts";
import { columnDot, dot } from "../../pictures/origins.ts";
import type { Table, Tables } from "../../pictures/table.ts";
import { Vectors } from "../../pictures/vectors.tsx";
import { Pick, Toggle } from "../controls.tsx";
import { dataOf, flagIn, rowsIn, textsIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps, PeekProps } from "../live.ts";

const wordNames = [
  "vectors",
  "number",
  "plane",
  "scores",
  "score",
  "cosines",
  "cosine",
  "compare",
  "byDot",
  "byCosine",
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
  by: "dot" | "cosine";
  /** The mistake: columns are compared instead of rows. */
  columnsAsk: boolean;
  words: Record<(typeof wordNames)[number], string>;
}

interface Result {
  scores: number[][];
  cosines: number[][];
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
    by: data.by === "cosine" ? "cosine" : "dot",
    columnsAsk: flagIn(data, "columnsAsk"),
    words: wordsOf(data, wordNames),
  };
}

function compute(tril: Tril, { vectors, columnsAsk }: Values): Result {
  return {
    scores: tril.toArray(tril.scores(columnsAsk ? tril.transpose(vectors) : vectors)),
    cosines: tril.toArray(tril.scores(vectors, vectors, { similarity: "cosine" })),
  };
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
    cosines: {
      ...scores,
      title: words.cosines,
      says: words.cosine,
      values: result.cosines,
      origin: columnsAsk ? () => [] : byLengths(result.scores),
    },
  };
}

/** A score divided by both lengths, which are the roots of a token's score with itself. */
function byLengths(scores: number[][]): NonNullable<Table["origin"]> {
  const score = (row: number, column: number) => ({ table: "scores", row, column });
  return (row, column) =>
    scores[row]![row] === 0 || scores[column]![column] === 0
      ? [] // a vector without a length has no direction
      : [score(row, column), " ÷ (√", score(row, row), " · √", score(column, column), ")"];
}

function View({ values, result, edit, say }: LiveProps<Values, Result>) {
  const { names, words, by, showsLetters } = values;
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
          {by === "dot" ? (
            <Grid table="scores" heat shows={showsLetters ? "letters" : "numbers"} />
          ) : (
            <Grid table="cosines" heat />
          )}
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
        <Pick
          label={words.compare}
          value={by}
          options={[
            { value: "dot", label: words.byDot },
            { value: "cosine", label: words.byCosine },
          ]}
          onChange={(by) => edit({ by })}
        />
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
function Plane({ names, result: { cosines }, title, onChange }: PlaneProps) {
  const { shown } = useLinked();
  const isScore = shown?.table === "scores" || shown?.table === "cosines";
  const isPair = isScore && names[shown.row] && names[shown.column] && shown.row !== shown.column;
  const [i, j] = isPair ? [shown.row, shown.column] : [0, 1];
  const cosine = cosines[i]![j]!;
  const angle = {
    between: [i, j] as [number, number],
    label: `${names[i]}, ${names[j]}: cos ${short(cosine)}`,
    isRight: cosine === 0,
  };
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
