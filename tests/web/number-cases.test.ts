// Bug reports about attention, each with the right answer (tests/golden/bug-cases.jsonl says where from).

import { describe, expect, test } from "vitest";
import { load, type Matrix, TrilError } from "../../web/core/index.ts";
import lines from "../golden/bug-cases.jsonl?raw";

// biome-ignore lint/suspicious/noExplicitAny: every operation has inputs and expectations of its own
type Data = any;
interface Case {
  id: string;
  area: string;
  title: string;
  input: Data;
  expect: Data;
}

const cases: Case[] = lines
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const tril = await load();

function expectNear(actual: Matrix, expected: number[][], tolerance = 1e-6) {
  const rows = tril.toArray(actual);
  expect(rows.map(({ length }) => length)).toEqual(expected.map(({ length }) => length));
  for (const [i, row] of expected.entries())
    for (const [j, number] of row.entries())
      expect(Math.abs(rows[i]![j]! - number), `row ${i}, column ${j}`).toBeLessThanOrEqual(tolerance);
}

const operations: Record<string, (input: Data, expected: Data) => void> = {
  softmax({ x, tolerance }, { y }) {
    expectNear(tril.softmax([x]), [y], tolerance);
  },

  softmax_masked({ x }, { any_of }) {
    expectNear(tril.softmax([x.map(Number)]), [any_of[0].y], 0);
  },

  softmax_rows({ x, tolerance }, { y }) {
    expectNear(tril.softmax(x), y, tolerance);
    for (const sum of tril.sum(tril.softmax(x))) expect(sum).toBeCloseTo(1, 6);
  },

  attention({ Q, K, V, causal = false, tolerance, mask_true_means_attend: mask }, expected) {
    const { output, heads } = tril.attend(Q, K, V, mask ? { mask } : { causal });
    const { scores, weights, rowSums } = heads[0]!;
    if (expected.scores_unscaled) expectNear(scores, expected.scores_unscaled, tolerance);
    expectNear(weights, expected.weights, tolerance);
    expectNear(output, expected.output, tolerance);
    for (const [i, row] of tril.toArray(weights).entries()) {
      const mayRead = mask ? mask[i] : row.map((_, j) => !causal || j <= i);
      for (const [j, weight] of row.entries()) if (!mayRead[j]) expect(weight).toBe(0);
      expect(rowSums[i]).toBeCloseTo(mayRead.some(Boolean) ? 1 : 0, 6);
    }
  },

  attention_pair({ Q, K, V, K2, V2, causal }, { rows_equal_exactly }) {
    const [before, after] = [tril.attend(Q, K, V, { causal }), tril.attend(Q, K2, V2, { causal })];
    for (const row of rows_equal_exactly)
      expect(tril.toArray(after.output)[row]).toEqual(tril.toArray(before.output)[row]);
  },

  mha({ X, Wq: query, Wk: key, Wv: value, Wo: output, heads, heads_list, causal, tolerance }, expected) {
    if (heads_list) {
      for (const count of heads_list.map(Number))
        expect(() => tril.attend(X, X, X, { heads: count })).toThrow(TrilError);
      expect(tril.attend(X, X, X, { heads: 2 }).heads.length).toBe(2);
      return;
    }
    const result = tril.selfAttend(X, { query, key, value, output }, { heads, causal });
    for (const [i, weights] of expected.head_weights.entries())
      expectNear(result.heads[i]!.weights, weights, tolerance);
    expectNear(result.joined, expected.concat, tolerance);
    expectNear(result.output, expected.output, tolerance);
  },

  posenc({ positions, d_model, tolerance }, { rows }) {
    const table = tril.toArray(tril.positions(Math.max(...positions) + 1, d_model));
    expectNear(tril.matrix(positions.map((position: number) => table[position]!)), rows, tolerance);
  },
};

for (const area of ["softmax", "attention", "multi-head", "positional"])
  describe(area, () => {
    // What a page shows is tested on the page (tests/browser/pictures.test.ts).
    const inArea = cases.filter((entry) => entry.area === area && entry.input.op !== "ui");
    test.each(inArea)("$id: $title", ({ input, expect: expected }) => {
      const operation = operations[input.op];
      if (!operation) throw new Error(`no test knows the operation ${input.op}`);
      operation(input, expected);
    });
  });
