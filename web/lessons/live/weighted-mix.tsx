// The picture of lesson "weighted-mix": hand-set weights, the tokens they mix, and what comes out.

import { useState } from "preact/hooks";
import type { Tril } from "../../core/index.ts";
import { short } from "../../pictures/numbers.ts";
import { Shares } from "../../pictures/shares.tsx";
import { Grid, type Place } from "../Grid.tsx";
import type { LivePicture } from "../live.ts";
import { useCore } from "../useCore.ts";

interface Start {
  weights: number[][];
  tokens: number[][];
}

interface Result {
  mixed: number[][];
  rowSums: number[];
  /** The weights above the diagonal that are not 0: [row, column]. */
  future: [number, number][];
}

function parse(data: unknown): Start {
  const { weights, tokens } = (data ?? {}) as Partial<Start>;
  if (!weights || !tokens) throw new Error("the picture weighted-mix starts with `weights` and `tokens`");
  return { weights, tokens };
}

function compute(tril: Tril, { weights, tokens }: Start): Result {
  const { mixed, rowSums, future } = tril.mix(weights, tokens);
  return { mixed: tril.toArray(mixed), rowSums: [...rowSums], future };
}

function View({ start, result: first }: { start: Start; result: Result }) {
  const { core, problem: coreProblem } = useCore();
  const [values, setValues] = useState(start);
  const [problem, setProblem] = useState<string>();
  const [pointed, setPointed] = useState<Place>();
  const { weights, tokens } = values;
  const changed = values !== start;
  // Nothing is shown beside weights that it was not computed from.
  const result = !changed ? first : core && compute(core, values);

  const positions = weights.map((_, i) => `position ${i + 1}`);
  const names = tokens.map((_, i) => `t${i + 1}`);
  const columns = tokens[0]!.map((_, j) => `${j + 1}`);
  const edit = (change: Partial<Start>) => setValues({ ...values, ...change });
  const reset = () => {
    setValues(start);
    setProblem(undefined);
  };

  const weightClass = (i: number, j: number) => {
    const shade = j > i ? "ahead" : "";
    const hue = weights[i]![j] === 0 ? "" : `hue-${j + 1}`;
    return `${shade} ${hue} ${pointed?.row === i ? "lit" : ""}`;
  };
  return (
    <div class="live weighted-mix" aria-busy={!core && changed}>
      <div class="equation">
        <Grid
          caption="Weights: who reads, and how much of whom"
          values={weights}
          rowNames={positions}
          columnNames={names}
          cellClass={weightClass}
          describe={(i, j) => `how much of ${names[j]} goes into position ${i + 1}`}
          onChange={(weights) => edit({ weights })}
          onProblem={setProblem}
        />
        <span class="operator" aria-hidden="true">
          ×
        </span>
        <Grid
          caption="Tokens: what each position holds"
          values={tokens}
          rowNames={names}
          columnNames={columns}
          cellClass={(i, j) => `hue-${i + 1} ${pointed?.column === j ? "lit" : ""}`}
          onChange={(tokens) => edit({ tokens })}
          onProblem={setProblem}
        />
        <span class="operator" aria-hidden="true">
          =
        </span>
        {result && (
          <Grid
            caption="Mixed: what each position gets"
            values={result.mixed}
            rowNames={positions}
            columnNames={columns}
            cellClass={(i, j) => (pointed?.row === i && pointed.column === j ? "lit" : "")}
            describe={(row, column) => sumBehind(values, result, { row, column })}
            onPoint={setPointed}
          />
        )}
      </div>
      <div role="status">
        {problem && <p class="problem">{problem}</p>}
        {!result && <p class="problem">{coreProblem ?? "One moment, the core is still loading."}</p>}
      </div>
      {result && <Findings values={values} result={result} names={names} pointed={pointed} />}
      <div class="row">
        <button type="button" aria-disabled={!changed} onClick={reset}>
          Reset
        </button>
        <span class="keys">
          Arrow keys move, <kbd>Enter</kbd> edits, <kbd>Esc</kbd> cancels.
        </span>
      </div>
    </div>
  );
}

interface FindingsProps {
  values: Start;
  result: Result;
  names: string[];
  pointed: Place | undefined;
}

/** What the numbers say: where one comes from, the shares, the sums, and who reads the future. */
function Findings({ values, result, names, pointed }: FindingsProps) {
  const { weights } = values;
  const { rowSums, future } = result;
  return (
    <>
      <p class="where-from">
        {pointed
          ? `Row ${pointed.row + 1}, column ${pointed.column + 1}: ${sumBehind(values, result, pointed)}`
          : "Point at a mixed number to see where it comes from."}
      </p>
      <Shares weights={weights} rowSums={rowSums} names={names} />
      <div role="status">
        <ul class="findings">
          {future.map(([row, column]) => (
            <li key={`${row},${column}`} class="warning">
              Position {row + 1} reads the future: it takes {short(weights[row]![column]!)} of {names[column]}
              , which comes later.
            </li>
          ))}
          {rowSums.map((sum, i) => (
            <li key={names[i]} class={isOne(sum) ? "" : "warning"}>
              {sumInWords(i, sum)}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** As exactly as the page writes numbers: three times 0.33333 reads as 1. */
function isOne(sum: number): boolean {
  return short(sum) === "1";
}

function sumInWords(row: number, sum: number): string {
  const start = `Row ${row + 1} sums to ${short(sum)}`;
  if (isOne(sum)) return `${start}: an average.`;
  return `${start}, not 1: no longer an average. ${sum < 1 ? "A part is lost." : "It is more than a whole."}`;
}

/** The sum behind a mixed number: "0.25 × 1 + 0.25 × 0 + 0.5 × 1 = 0.75". */
function sumBehind({ weights, tokens }: Start, { mixed }: Result, { row, column }: Place): string {
  const products = weights[row]!.map((weight, k) => `${short(weight)} × ${short(tokens[k]![column]!)}`);
  return `${products.join(" + ")} = ${short(mixed[row]![column]!)}`;
}

export default { parse, compute, View } satisfies LivePicture<Start, Result>;
