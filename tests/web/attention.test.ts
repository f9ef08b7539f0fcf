// What must hold of attention whatever its input is: compared with a plain loop in float64, written here.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { load, TrilError } from "../../web/core/index.ts";

const tril = await load();

type Rows = number[][];

interface Setting {
  queries: Rows;
  keys: Rows;
  values: Rows;
  heads: number;
  causal: boolean;
  mask: boolean[][] | undefined;
  scale: number | undefined;
}

const rowsOf = (rows: number, columns: number) => {
  const number = fc.double({ min: -4, max: 4, noNaN: true }).map(Math.fround);
  return fc.array(fc.array(number, { minLength: columns, maxLength: columns }), {
    minLength: rows,
    maxLength: rows,
  });
};

/** Shapes on both sides of where the fast kernels begin, and of their tiles. */
const settings: fc.Arbitrary<Setting> = fc
  .record({
    queryCount: fc.constantFrom(1, 2, 3, 6, 9, 65),
    keyCount: fc.constantFrom(1, 2, 3, 7, 8, 66),
    heads: fc.integer({ min: 1, max: 3 }),
    width: fc.constantFrom(1, 2, 4, 9),
    valueWidth: fc.constantFrom(1, 3, 8),
    causal: fc.boolean(),
    hasMask: fc.boolean(),
    scale: fc.option(fc.double({ min: 0.01, max: 2, noNaN: true }), { nil: undefined }),
  })
  .chain(({ queryCount, keyCount, heads, width, valueWidth, causal, hasMask, scale }) =>
    fc.record({
      queries: rowsOf(queryCount, width * heads),
      keys: rowsOf(keyCount, width * heads),
      values: rowsOf(keyCount, valueWidth * heads),
      heads: fc.constant(heads),
      causal: fc.constant(causal),
      mask: hasMask
        ? fc.array(fc.array(fc.boolean(), { minLength: keyCount, maxLength: keyCount }), {
            minLength: queryCount,
            maxLength: queryCount,
          })
        : fc.constant(undefined),
      scale: fc.constant(scale),
    }),
  );

const mayRead = ({ queries, keys, causal, mask }: Setting, query: number, key: number) =>
  (!causal || key <= query + keys.length - queries.length) && (mask?.[query]?.[key] ?? true);

/** Attention as the formula says it, number by number. */
function plainly(setting: Setting): { output: Rows; weights: Rows[] } {
  const { queries, keys, values, heads } = setting;
  const [width, valueWidth] = [queries[0]!.length / heads, values[0]!.length / heads];
  const scale = setting.scale ?? 1 / Math.sqrt(width);
  const output = queries.map(() => new Array<number>(values[0]!.length).fill(0));
  const weights = Array.from({ length: heads }, (_, head) =>
    queries.map((query, i) => {
      const scores = keys.map((key, j) => {
        let score = 0;
        for (let k = head * width; k < (head + 1) * width; k++) score += query[k]! * key[k]!;
        return mayRead(setting, i, j) ? score * scale : Number.NEGATIVE_INFINITY;
      });
      const most = Math.max(...scores);
      const powers = scores.map((score) => (most === Number.NEGATIVE_INFINITY ? 0 : Math.exp(score - most)));
      const sum = powers.reduce((a, b) => a + b, 0);
      const row = powers.map((power) => (sum === 0 ? 0 : power / sum));
      for (let k = head * valueWidth; k < (head + 1) * valueWidth; k++)
        for (const [j, weight] of row.entries()) output[i]![k]! += weight * values[j]![k]!;
      return row;
    }),
  );
  return { output, weights };
}

/** The farthest that two tables lie apart. */
function apart(a: Rows, b: Rows): number {
  expect(a.length).toBe(b.length);
  return Math.max(...a.flatMap((row, i) => row.map((x, j) => Math.abs(x - b[i]![j]!))));
}

const optionsOf = ({ heads, causal, mask, scale }: Setting) => ({
  heads,
  causal,
  ...(mask && { mask }),
  ...(scale !== undefined && { scale }),
});
const attended = (setting: Setting, working = true) =>
  tril.attend(setting.queries, setting.keys, setting.values, { ...optionsOf(setting), working });

describe("attend", () => {
  test("equals a plain loop in float64, with its working and without", () => {
    fc.assert(
      fc.property(settings, (setting) => {
        const plain = plainly(setting);
        const { output, heads } = attended(setting);
        expect(apart(tril.toArray(output), plain.output)).toBeLessThan(2e-5);
        expect(apart(tril.toArray(attended(setting, false).output), plain.output)).toBeLessThan(2e-5);
        for (const [head, weights] of plain.weights.entries())
          expect(apart(tril.toArray(heads[head]!.weights), weights)).toBeLessThan(5e-6);
      }),
      { numRuns: 150 },
    );
  });

  test("weights of a query that may read something sum to 1, others to 0; what is hidden has exactly 0", () => {
    fc.assert(
      fc.property(settings, (setting) => {
        for (const { weights, rowSums } of attended(setting).heads)
          for (const [i, row] of tril.toArray(weights).entries()) {
            const reads = row.map((_, j) => mayRead(setting, i, j));
            expect(Math.abs(rowSums[i]! - (reads.some(Boolean) ? 1 : 0))).toBeLessThan(1e-6);
            expect(row.every((weight, j) => weight >= 0 && (reads[j] || weight === 0))).toBe(true);
          }
      }),
      { numRuns: 100 },
    );
  });

  test("the order of keys and their values changes nothing", () => {
    fc.assert(
      fc.property(settings, fc.integer(), (setting, seed) => {
        const order = tril.random(seed).permutation(setting.keys.length);
        const moved: Setting = {
          ...setting,
          causal: false,
          keys: order.map((j) => setting.keys[j]!),
          values: order.map((j) => setting.values[j]!),
          mask: setting.mask?.map((row) => order.map((j) => row[j]!)),
        };
        const [before, after] = [attended({ ...setting, causal: false }), attended(moved)];
        expect(apart(tril.toArray(before.output), tril.toArray(after.output))).toBeLessThan(1e-5);
      }),
      { numRuns: 60 },
    );
  });

  test("with the causal mask no row changes when later tokens do, even to NaN and infinity", () => {
    const odd = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e30, 0);
    fc.assert(
      fc.property(settings, odd, fc.boolean(), (setting, number, working) => {
        const x = setting.keys;
        const from = Math.floor(x.length / 2);
        const spoilt = x.map((row, i) => (i > from ? row.map(() => number) : row));
        const output = (rows: Rows) =>
          tril.toArray(tril.attend(rows, rows, rows, { causal: true, heads: setting.heads, working }).output);
        expect(output(spoilt).slice(0, from + 1)).toEqual(output(x).slice(0, from + 1));
      }),
      { numRuns: 60 },
    );
  });
});

describe("what does not fit is a TrilError, and the core works on", () => {
  const x = [
    [1, 2],
    [3, 4],
  ];
  const badly: [string, () => unknown, RegExp][] = [
    ["keys of another width", () => tril.attend(x, [[1, 2, 3]], [[1]]), /width|column/],
    ["fewer values than keys", () => tril.attend(x, x, [[1]]), /value|row/],
    ["a mask of another shape", () => tril.attend(x, x, x, { mask: [[true]] }), /mask/],
    [
      "a mask to be added",
      () =>
        tril.attend(x, x, x, {
          mask: [
            [0, -Infinity],
            [0, 0],
          ],
        }),
      /mask/i,
    ],
    ["a mask that is none", () => tril.attend(x, x, x, { mask: 5 as never }), /mask/i],
    ["heads that do not divide", () => tril.attend(x, x, x, { heads: 3 }), /heads/],
    ["a scale of NaN", () => tril.attend(x, x, x, { scale: Number.NaN }), /scale/],
    ["causal that is a text", () => tril.attend(x, x, x, { causal: "yes" as never }), /causal/],
    ["ragged queries", () => tril.attend([[1], [1, 2]], x, x), /row 1/],
    ["no projections", () => tril.selfAttend(x, undefined as never), /projections/],
    ["a projection that does not fit", () => tril.selfAttend(x, { query: [[1]], key: x, value: x }), /query/],
    ["an unknown id", () => tril.embed([0, 2], x), /2/],
    ["a base of 0", () => tril.positions(2, 2, { base: 0 }), /base/],
    ["a negative width", () => tril.positions(2, -1), /width/],
    ["a seed that is no whole number", () => tril.random(0.5), /seed/],
    ["integers of an empty range", () => tril.random(1).integers(3, 3, 1), /./],
    ["an unknown activation", () => tril.activate(x, "step" as never), /relu/],
    ["an unknown similarity", () => tril.scores(x, x, { similarity: "l2" as never }), /cosine/],
    ["too many numbers", () => tril.random(1).uniform(2 ** 31, 2), /./],
  ];

  test.each(badly)("%s", (_, call, message) => {
    let error: unknown;
    try {
      call();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(TrilError);
    expect((error as TrilError).message).toMatch(message);
    expect(tril.toArray(tril.matmul(x, x))).toEqual([
      [7, 10],
      [15, 22],
    ]);
  });

  test("nothing at all is no error", () => {
    expect(tril.attend([], [], []).output.rows).toBe(0);
    expect(tril.positions(0, 4).rows).toBe(0);
    expect(tril.embed([], x).rows).toBe(0);
    expect(tril.format([])).toBe("tensor([])");
  });
});
