// Numbers as people type and paste them.

/** Reads "0.25", "-1e3", "0,25" and "1/3"; undefined when it is not a number that float32 can hold. */
export function readNumber(word: string): number | undefined {
  const text = word.trim().replace("−", "-").replace(",", ".");
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?:\s*\/\s*(\d+\.?\d*))?$/i.exec(text);
  if (!match) return undefined;
  const value = Number(match[1]) / Number(match[2] ?? 1);
  return Number.isFinite(Math.fround(value)) ? value : undefined;
}

/**
 * Cuts pasted text into rows and cells: as spreadsheets copy them (tabs), and as Python prints them: `tolist()`,
 * `tensor([[1., 2.]], dtype=torch.float64)`, `array([[1, 2]])`.
 */
export function readBlock(text: string): string[][] {
  const printed = text.includes("[");
  const inside = printed
    ? text.slice(text.indexOf("["), text.lastIndexOf("]") + 1 || undefined)
    : text.trim();
  const rows = printed ? (inside.match(/[^[\]]*[^[\]\s,][^[\]]*/g) ?? []) : inside.split(/\r?\n/);
  return rows.map((row) => {
    if (row.includes("\t")) return row.split("\t");
    // One comma between digits may be a decimal comma; more of them separate.
    const commas = printed || row.split(",").length > 2;
    return row
      .trim()
      .split(commas ? /[\s,;]+/ : /[\s;]+|,\s+/)
      .filter(Boolean);
  });
}
