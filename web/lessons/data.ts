// Reads the data of a picture's block. What is missing or does not fit is an Error whose sentence says so; the
// build adds the lesson's file and line.

export type Data = Record<string, unknown>;

export function dataOf(data: unknown): Data {
  if (typeof data === "object" && data !== null && !Array.isArray(data)) return data as Data;
  throw new Error("a picture's data is written as lines `name: value`");
}

/** Rows of numbers, all equally long. */
export function rowsIn(data: Data, name: string): number[][] {
  const rows = data[name];
  const isRow = (row: unknown): row is number[] =>
    Array.isArray(row) && row.length > 0 && row.every((value) => typeof value === "number");
  if (!Array.isArray(rows) || rows.length === 0 || !rows.every(isRow))
    throw new Error(`\`${name}\` is a list of rows of numbers`);
  if (rows.some((row) => row.length !== rows[0]!.length))
    throw new Error(`the rows of \`${name}\` differ in length`);
  return rows;
}

export function textIn(data: Data, name: string): string {
  const text = data[name];
  if (typeof text !== "string") throw new Error(`\`${name}\` is a text`);
  return text;
}

/** A list of texts, `count` of them where that is known. */
export function textsIn(data: Data, name: string, count?: number): string[] {
  const texts = data[name];
  if (!Array.isArray(texts) || texts.some((text) => typeof text !== "string" && typeof text !== "number"))
    throw new Error(`\`${name}\` is a list of texts`);
  if (count !== undefined && texts.length !== count)
    throw new Error(`\`${name}\` has ${texts.length} entries, but ${count} are needed`);
  return texts.map(String);
}

export function numberIn(data: Data, name: string, otherwise?: number): number {
  const value = data[name] ?? otherwise;
  if (typeof value !== "number" || !Number.isFinite(value)) throw new Error(`\`${name}\` is a number`);
  return value;
}

export function flagIn(data: Data, name: string): boolean {
  const value = data[name] ?? false;
  if (typeof value !== "boolean") throw new Error(`\`${name}\` is true or false`);
  return value;
}

/** The words that a picture needs, from `words` of its block. */
export function wordsOf<Name extends string>(data: Data, names: readonly Name[]): Record<Name, string> {
  const words = dataOf(data.words ?? {});
  const missing = names.filter((name) => typeof words[name] !== "string");
  if (missing.length > 0)
    throw new Error(`\`words\` lacks ${missing.map((name) => `\`${name}\``).join(", ")}`);
  return words as Record<Name, string>;
}
