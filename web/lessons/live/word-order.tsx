// The same words in two orders: what attention makes of them with positions added, and without.

import type { Tril } from "../../core/index.ts";
import { Grid } from "../../pictures/grid.tsx";
import { Linked } from "../../pictures/linked.tsx";
import { divided, dot, product, softmax } from "../../pictures/origins.ts";
import { partsOfOne } from "../../pictures/scale.tsx";
import type { Tables } from "../../pictures/table.ts";
import { fill } from "../../pictures/words.ts";
import { Pick, Toggle } from "../controls.tsx";
import { dataOf, flagIn, rowsIn, textsIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps } from "../live.ts";

const wordNames = [
  "sentence",
  "vectors",
  "number",
  "adds",
  "addsHelp",
  "positions",
  "positionNumber",
  "input",
  "inputNumber",
  "scores",
  "scaled",
  "weights",
  "weight",
  "output",
  "outputNumber",
  "same",
  "differs",
  "query",
  "key",
] as const;

interface Values {
  names: string[];
  vectors: number[][];
  /** Whether the words stand in the opposite order. */
  turned: boolean;
  adds: boolean;
  words: Record<(typeof wordNames)[number], string>;
}

interface Result {
  positions: number[][];
  input: number[][];
  scores: number[][];
  scaled: number[][];
  weights: number[][];
  output: number[][];
  /** Whether each word, in the order of `names`, comes out as in the other order. */
  same: boolean[];
}

function parse(block: unknown): Values {
  const data = dataOf(block);
  const vectors = rowsIn(data, "vectors");
  return {
    names: textsIn(data, "names", vectors.length),
    vectors,
    turned: flagIn(data, "turned"),
    adds: flagIn(data, "adds"),
    words: wordsOf(data, wordNames),
  };
}

function compute(tril: Tril, { vectors, turned, adds }: Values): Result {
  const positions = tril.positions(vectors.length, vectors[0]!.length);
  const attended = (rows: number[][]) => {
    const input = adds ? tril.toArray(tril.add(rows, positions)) : rows;
    const { heads, output } = tril.attend(input, input, input);
    const { scores, scaled, weights } = heads[0]!;
    return {
      input,
      scores: tril.toArray(scores),
      scaled: tril.toArray(scaled),
      weights: tril.toArray(weights),
      output: tril.toArray(output),
    };
  };
  const inOrder = (turned: boolean) => (turned ? [...vectors].reverse() : vectors);
  const [here, there] = [attended(inOrder(turned)), attended(inOrder(!turned))];
  const [first, second] = turned ? [there.output, here.output] : [here.output, there.output];
  const isNear = (a: number, b: number) => Math.abs(a - b) < 1e-4; // as many decimals as are shown
  const same = vectors.map((_, word) => {
    const other = second.at(-1 - word)!;
    return first[word]!.every((value, k) => isNear(value, other[k]!));
  });
  return { ...here, positions: tril.toArray(positions), same };
}

function tablesOf({ names, vectors, turned, adds, words }: Values, result: Result): Tables {
  const inOrder = turned ? [...names].reverse() : names;
  const wordAt = (place: number) => (turned ? names.length - 1 - place : place);
  const columns = vectors[0]!.map((_, k) => `${k + 1}`);
  const table = { rows: inOrder, columns };
  const square = { rows: inOrder, columns: inOrder, axes: { rows: words.query, columns: words.key } };
  return {
    vectors: { title: words.vectors, says: words.number, values: vectors, rows: names, columns },
    positions: {
      title: words.positions,
      says: words.positionNumber,
      values: result.positions,
      rows: names.map((_, place) => `${place}`),
      columns,
    },
    input: {
      ...table,
      title: words.input,
      says: words.inputNumber,
      values: result.input,
      origin: (row, column) => [
        { table: "vectors", row: wordAt(row), column },
        ...(adds ? [" + ", { table: "positions", row, column }] : []),
      ],
    },
    scores: {
      ...square,
      title: words.scores,
      says: words.weight,
      values: result.scores,
      origin: dot("input", "input", columns.length),
    },
    scaled: {
      ...square,
      title: words.scaled,
      says: words.weight,
      values: result.scaled,
      origin: divided("scores", `√${columns.length}`),
    },
    weights: {
      ...square,
      title: words.weights,
      says: words.weight,
      values: result.weights,
      origin: softmax("scaled", names.length),
    },
    output: {
      ...table,
      title: words.output,
      says: words.outputNumber,
      values: result.output,
      origin: product("weights", "input", names.length),
    },
  };
}

function View({ values, result, edit, say }: LiveProps<Values, Result>) {
  const { names, turned, adds, words } = values;
  return (
    <Linked tables={tablesOf(values, result)}>
      <div class="row">
        <Pick
          label={words.sentence}
          value={turned ? "turned" : "straight"}
          options={[
            { value: "straight", label: names.join(" ") },
            { value: "turned", label: [...names].reverse().join(" ") },
          ]}
          onChange={(order) => edit({ turned: order === "turned" })}
        />
        <Toggle label={words.adds} help={words.addsHelp} value={adds} onChange={(adds) => edit({ adds })} />
      </div>
      <div class="equation">
        <Grid
          table="vectors"
          cellClass={(row) => `hue-${(row % 6) + 1}`}
          onChange={(vectors) => edit({ vectors })}
          onProblem={say}
        />
        {adds && <Grid table="positions" />}
        <Grid table="input" />
      </div>
      <div class="equation">
        <Grid table="weights" heat={partsOfOne} />
        <Grid table="output" />
      </div>
      <div role="status">
        <ul class="findings">
          {names.map((word, i) => (
            <li key={word}>{fill(result.same[i] ? words.same : words.differs, { word })}</li>
          ))}
        </ul>
      </div>
    </Linked>
  );
}

export default { parse, compute, View } satisfies LivePicture<Values, Result>;
