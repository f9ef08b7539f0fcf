// Words around numbers.

/** "1 merge", "3 merges". */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
