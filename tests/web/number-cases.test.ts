// Bug reports about attention, each with the right answer (tests/golden/bug-cases.jsonl says where from).

import { type ComponentType, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import maskLesson from "../../public/lessons/causal-mask.md?raw";
import softmaxLesson from "../../public/lessons/softmax-and-scale.md?raw";
import { load, type Matrix, TrilError } from "../../web/core/index.ts";
import maskPicture from "../../web/lessons/live/causal-mask.tsx";
import softmaxPicture from "../../web/lessons/live/softmax-and-scale.tsx";
import type { AnyPicture } from "../../web/lessons/live.ts";
import { parseLesson } from "../../web/lessons/parse.ts";
import { areas, type Data, testCases } from "./cases.ts";

const tril = await load();

function expectNear(actual: Matrix, expected: number[][], tolerance = 1e-6) {
  const rows = tril.toArray(actual);
  expect(rows.map(({ length }) => length)).toEqual(expected.map(({ length }) => length));
  for (const [i, row] of expected.entries())
    for (const [j, number] of row.entries())
      expect(Math.abs(rows[i]![j]! - number), `row ${i}, column ${j}`).toBeLessThanOrEqual(tolerance);
}

/** What a lesson's first picture starts from. */
function startOf(lesson: string, picture: AnyPicture): object {
  const block = parseLesson("l.md", lesson).blocks.find(({ type }) => type === "picture") as {
    data: unknown;
  };
  return picture.parse(block.data) as object;
}

/** The ends of the legends in a lesson's picture, as it first shows it. */
function legendsOf(lesson: string, picture: AnyPicture): number[][] {
  const values = startOf(lesson, picture);
  const shown = { values, start: values, result: picture.compute(tril, values), edit() {}, say() {} };
  const html = renderToString(h(picture.View as ComponentType<typeof shown>, shown));
  return [...html.matchAll(/<div class="legend".*?<\/div>/g)].map(([legend]) =>
    [...legend.matchAll(/<span>(.*?)<\/span>/g)].map(([, end]) => Number(end)),
  );
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

  ui({ look_at }, { min, max }) {
    expect(look_at).toBe("colour legend of softmaxed attention");
    for (const [lesson, picture] of [
      [maskLesson, maskPicture],
      [softmaxLesson, softmaxPicture],
    ] as [string, AnyPicture][])
      expect(legendsOf(lesson, picture)).toEqual([[min, max]]);
  },

  posenc({ positions, d_model, tolerance }, { rows }) {
    const table = tril.toArray(tril.positions(Math.max(...positions) + 1, d_model));
    expectNear(tril.matrix(positions.map((position: number) => table[position]!)), rows, tolerance);
  },
};

testCases(areas.numbers, operations);

test("dropout of 0.2 makes 1.25 of a weight of 1 that it keeps, and 0 of one that it drops", () => {
  const start = startOf(maskLesson, maskPicture as AnyPicture);
  const firsts = Array.from({ length: 50 }, (_, seed) => {
    const { kept } = maskPicture.compute(tril, { ...start, dropout: 0.2, seed } as never);
    expect(kept[0]!.slice(1)).toEqual([0, 0]);
    return kept[0]![0];
  });
  expect([...new Set(firsts)].sort()).toEqual([0, 1.25]);
});
