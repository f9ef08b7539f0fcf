// What show(...) draws: values -> the data of pictures, as web/pictures/figure.tsx reads it.

import { labelOf } from "../../pictures/bytes.ts";
import type { MatrixData, TokensData } from "../../pictures/figure.tsx";
import type { MatrixLike } from "./print.ts";

/** How many of a tokenizer's own tokens are drawn. */
const mostTokens = 200;

/**
 * The pictures of a value: of a matrix or rows of numbers, of what an attention or a mix has worked out, of tokens,
 * and of the tokens that a tokenizer has learned. Nothing for any other value.
 */
export function picturesOf(value: unknown): (MatrixData | TokensData)[] | undefined {
  if (isMatrix(value)) return [matrix(value)];
  const object = Object(value);
  if (isMatrix(object.output) && Array.isArray(object.heads)) {
    const heads: { weights: MatrixLike }[] = object.heads;
    const named = (head: number) => (heads.length > 1 ? `Weights of head ${head + 1}` : "Weights");
    return [
      ...heads.map(({ weights }, head) => matrix(weights, named(head))),
      matrix(object.output, "Output"),
    ];
  }
  if (isMatrix(object.mixed)) return [matrix(object.mixed, "Mixed")];
  if (Array.isArray(object.merges) && typeof object.decodeBytes === "function")
    return [
      tokens(
        "The tokens it has learned",
        object.merges
          .slice(0, mostTokens)
          .map(({ id }: { id: number }) => ({ id, bytes: object.decodeBytes([id]) })),
      ),
    ];
  if (!Array.isArray(value) || value.length === 0) return;
  if (value.every(({ id, bytes }) => Number.isInteger(id) && bytes instanceof Uint8Array))
    return [tokens("Tokens", value.slice(0, mostTokens))];
  const rows: ArrayLike<number>[] = value;
  const columns = rows[0]?.length ?? 0;
  const areRows = rows.every((row) => isNumbers(row) && row.length === columns);
  if (areRows && columns > 0)
    return [matrix({ rows: rows.length, columns, data: rows.flatMap((row) => Array.from(row)) })];
}

const isNumbers = (value: unknown): value is ArrayLike<number> =>
  (Array.isArray(value) || ArrayBuffer.isView(value)) &&
  Array.from(value as ArrayLike<unknown>).every((entry) => typeof entry === "number");

function isMatrix(value: unknown): value is MatrixLike {
  const { rows, columns, data } = Object(value);
  return rows > 0 && columns > 0 && isNumbers(data) && data.length === rows * columns;
}

interface Numbers {
  rows: number;
  columns: number;
  data: ArrayLike<number>;
}

/** JSON has no NaN and no infinities: they go as Python writes them. */
const jsonNumber = (x: number) => (Number.isFinite(x) ? x : Number.isNaN(x) ? "nan" : x > 0 ? "inf" : "-inf");

function matrix({ rows, columns, data }: Numbers, title?: string): MatrixData {
  const values = Array.from(data, jsonNumber);
  return { kind: "matrix", ...(title && { title }), rows, columns, values };
}

function tokens(title: string, shown: { id: number; bytes: Uint8Array }[]): TokensData {
  return {
    kind: "tokens",
    title,
    ids: shown.map(({ id }) => id),
    labels: shown.map(({ bytes }) => labelOf(bytes)),
  };
}
