// Matrices and mixing through the face.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { load, TrilError } from "../../web/core/index.ts";

const tril = await load();

const tokens = [
  [1, 0, 2, 0],
  [0, 1, 0, 2],
  [1, 1, 1, 1],
];
const weights = [
  [1, 0, 0],
  [0.5, 0.5, 0],
  [0.25, 0.25, 0.5],
];

describe("mix", () => {
  test("gives the tutorial's rows, row sums and triangle", () => {
    const { mixed, rowSums, lowerTriangular, future } = tril.mix(weights, tokens);
    expect(tril.toArray(mixed)).toEqual([
      [1, 0, 2, 0],
      [0.5, 0.5, 1, 1],
      [0.75, 0.75, 1, 1],
    ]);
    expect([...rowSums]).toEqual([1, 1, 1]);
    expect(lowerTriangular).toBe(true);
    expect(future).toEqual([]);
  });

  test("names the weights that read the future", () => {
    const { lowerTriangular, future } = tril.mix(
      [
        [0.9, 0.1, 0],
        [0.5, 0.5, 0],
        [0.25, 0.25, 0.25],
      ],
      tokens,
    );
    expect(lowerTriangular).toBe(false);
    expect(future).toEqual([[0, 1]]);
  });
});

describe("matrices", () => {
  test("a product equals a plain loop in double precision", () => {
    const side = fc.integer({ min: 1, max: 7 });
    const number = fc.float({ min: -100, max: 100, noNaN: true });
    const matrix = (rows: number, columns: number) =>
      fc.array(fc.array(number, { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      });
    const pair = fc.tuple(side, side, side).chain(([n, k, m]) => fc.tuple(matrix(n, k), matrix(k, m)));
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const product = tril.toArray(tril.matmul(a, b));
        const transposed = tril.toArray(tril.transpose(b));
        for (const [i, row] of a.entries())
          for (const [j, column] of transposed.entries()) {
            const sum = row.reduce((sum, value, k) => sum + value * column[k]!, 0);
            expect(product[i]![j]).toBeCloseTo(Math.fround(sum), 2);
          }
      }),
    );
  });

  test("the entropy of shares, as torch.special.entr gives it", () => {
    const shares = tril.softmax([
      [2, 1, 0.1],
      [1, 1, 1],
      [20, 10, 10],
    ]);
    // torch.special.entr(w.double()).sum(-1), of PyTorch 1.13
    const expected = [0.8467381655781997, 1.0986122916069845, 0.0009987577109473616];
    for (const [i, entropy] of tril.entropy(shares).entries()) expect(entropy).toBeCloseTo(expected[i]!, 6);
    expect([
      ...tril.entropy([
        [0, 1],
        [-0.5, 1.5],
        [Number.NaN, 1],
      ]),
    ]).toEqual([0, -Infinity, Number.NaN]);
  });

  test("softmax along rows and down columns", () => {
    const rounded = (rows: number[][]) => rows.map((row) => row.map((value) => Number(value.toFixed(4))));
    const scores = [
      [1, 2],
      [3, 4],
    ];
    expect(rounded(tril.toArray(tril.softmax(scores)))).toEqual([
      [0.2689, 0.7311],
      [0.2689, 0.7311],
    ]);
    expect(rounded(tril.toArray(tril.softmax(scores, { axis: 0 })))).toEqual([
      [0.1192, 0.1192],
      [0.8808, 0.8808],
    ]);
  });

  test("rows may be typed arrays", () => {
    expect([...tril.matrix([Float32Array.of(1, 2), [3, 4]]).data]).toEqual([1, 2, 3, 4]);
  });

  test("an empty matrix is a matrix", () => {
    expect(tril.matrix([])).toEqual({ rows: 0, columns: 0, data: new Float32Array() });
    expect(tril.toArray(tril.matmul([[]], []))).toEqual([[]]);
  });

  test("matrix copies: changing the result leaves the source alone", () => {
    const first = tril.matrix([[1, 2]]);
    const second = tril.matrix(first);
    second.data[0] = 9;
    expect(first.data[0]).toBe(1);
  });

  test.each([
    [[[1, 2], [3]], /row 1 has 1 number/],
    [[[1, "2"]], /row 0, column 1 is "2"/],
    [[[1, null]], /column 1 is null/],
    [[1, 2], /row 0 is not an array/],
    ["[[1]]", /array of rows/],
    [null, /array of rows/],
    [{ rows: 2, columns: 2, data: new Float32Array(3) }, /2 × 2 but holds 3/],
    [{ rows: -1, columns: -4, data: new Float32Array(4) }, /array of rows/],
    [{ rows: 2 ** 33, columns: 0, data: new Float32Array(0) }, /array of rows/],
    [{ rows: 1.5, columns: 2, data: new Float32Array(3) }, /array of rows/],
  ])("%j is refused by name", (value, message) => {
    const call = () => tril.matrix(value as never);
    expect(call).toThrow(TrilError);
    expect(call).toThrow(message);
  });

  test("shapes that do not fit are refused with both shapes", () => {
    expect(() => tril.matmul([[1, 2]], [[1, 2]])).toThrow(expect.objectContaining({ code: "bad-shape" }));
    expect(() => tril.matmul([[1, 2]], [[1, 2]])).toThrow(/1 x 2/);
    expect(() => tril.softmax([[1]], { axis: 2 as never })).toThrow(
      expect.objectContaining({ code: "bad-argument" }),
    );
  });

  test.each([
    [{ gain: [] }, "bad-shape", /gain is empty but the rows have 2/],
    [{ shift: [] }, "bad-shape", /shift is empty but the rows have 2/],
    [{ gain: [1, 2, 3] }, "bad-shape", /gain has 3 numbers but the rows have 2/],
    [{ gain: null }, "bad-shape", /gain is an array/],
    [{ epsilon: -1e-5 }, "bad-argument", /epsilon must be a finite number, 0 or more/],
    [{ epsilon: Number.NaN }, "bad-argument", /epsilon is a finite number, not NaN/],
  ])("layerNorm refuses %j", (options, code, message) => {
    const call = () => tril.layerNorm([[1, 3]], options as never);
    expect(call).toThrow(expect.objectContaining({ code }));
    expect(call).toThrow(message);
  });
});
