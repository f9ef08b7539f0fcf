// The numbers that the source tutorials published, digit for digit, out of the package.

import { describe, expect, test } from "vitest";
import { load } from "../../web/core/index.ts";
import published from "../golden/published.json";

const tril = await load();

describe("a sentence through self-attention", () => {
  const { embedding, selfAttention: golden } = published;
  const table = tril.random(embedding.seed).embedding(embedding.count, embedding.width);
  const x = tril.embed(embedding.ids, table);
  const random = tril.random(golden.seed);
  const [query, key, value] = [golden.queryShape, golden.keyShape, golden.valueShape].map(([rows, columns]) =>
    random.uniform(rows!, columns!),
  ) as [
    ReturnType<typeof random.uniform>,
    ReturnType<typeof random.uniform>,
    ReturnType<typeof random.uniform>,
  ];
  const attention = tril.selfAttend(x, { query, key, value });
  const row = (matrix: { columns: number; data: Float32Array }, i: number) =>
    matrix.data.slice(i * matrix.columns, (i + 1) * matrix.columns);

  test("the rows of the embedding table", () => {
    expect(tril.format(x)).toBe(embedding.printed);
  });

  test("omega: the scores of the second token, and the one with the fifth", () => {
    const scores = row(attention.heads[0]!.scores, golden.token);
    expect(tril.format(scores)).toBe(golden.scores);
    expect(golden.score).toContain(scores[golden.otherToken]!.toFixed(4));
  });

  test("the weights of the second token, and its context vector", () => {
    expect(tril.format(row(attention.heads[0]!.weights, golden.token))).toBe(golden.weights);
    expect(tril.format(row(attention.output, golden.token))).toBe(golden.context);
  });

  test("all six contexts; the third number of the third is -0.2627", () => {
    expect(tril.format(attention.output)).toBe(golden.output);
    expect(attention.output.data[2 * 4 + 2]!.toFixed(4)).toBe("-0.2627");
  });
});

test("three tokens mixed by hand-set weights", () => {
  const { weights, tokens, mixed, rowSums } = published.mix;
  const mix = tril.mix(weights, tokens);
  expect(tril.toArray(mix.mixed)).toEqual(mixed);
  expect([...mix.rowSums]).toEqual(rowSums);
  expect(mix.lowerTriangular).toBe(true);
});

test("a table of made-up scores is no product of vectors with themselves", () => {
  const { scores } = published.imaginedScores;
  const table = tril.matrix(scores);
  expect(tril.transpose(table).data).not.toEqual(table.data);
  // A product of a matrix with its own transpose always mirrors itself.
  const product = tril.scores(scores);
  expect(tril.transpose(product).data).toEqual(product.data);
});

describe("positions", () => {
  const digits = (rows: number[][], decimals: number) =>
    rows.map((row) => row.map((x) => x.toFixed(decimals)));

  test("the 5 x 3 table, and its sum with the word vectors", () => {
    const { length, width, decimals, positions, words, sum } = published.positions;
    const table = tril.positions(length, width, { decimals });
    expect(digits(tril.toArray(table), decimals)).toEqual(digits(positions, decimals));
    expect(digits(tril.toArray(tril.add(words, table)), decimals)).toEqual(digits(sum, decimals));
  });

  test("the 100 x 400 table: bounded, each pair on the unit circle, and a pair's own frequency", () => {
    const { length, width } = published.largePositions;
    const rows = tril.toArray(tril.positions(length, width));
    let farthest = 0;
    for (const [position, row] of rows.entries())
      for (let pair = 0; pair < width / 2; pair++) {
        const [sine, cosine] = [row[2 * pair]!, row[2 * pair + 1]!];
        const angle = position / 10000 ** ((2 * pair) / width);
        const off = [sine - Math.sin(angle), cosine - Math.cos(angle), sine ** 2 + cosine ** 2 - 1];
        farthest = Math.max(farthest, ...off.map(Math.abs));
      }
    expect(rows.length * rows[0]!.length).toBe(40_000);
    expect(farthest).toBeLessThan(2e-7);
  });
});
