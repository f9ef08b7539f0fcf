// Training as a textbook has it, in plain JavaScript: count every pair anew in each round, make the most frequent one,
// of several the one that was seen first, a token, and begin again.

export interface Learned {
  left: number;
  right: number;
  id: number;
  count: number;
}

export function textbook(text: string, vocabSize: number): Learned[] {
  let ids = Array.from(new TextEncoder().encode(text));
  const learned: Learned[] = [];
  for (let id = 256; id < vocabSize; id++) {
    const counts = new Map<number, number>();
    for (let i = 0; i + 1 < ids.length; i++) {
      const pair = ids[i]! * 65536 + ids[i + 1]!;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
    let [best, most] = [-1, 0];
    for (const [pair, count] of counts) if (count > most) [best, most] = [pair, count];
    if (best < 0) break;
    const [left, right] = [Math.floor(best / 65536), best % 65536];
    learned.push({ left, right, id, count: most });
    const merged: number[] = [];
    for (let i = 0; i < ids.length; i++) {
      const found = ids[i] === left && ids[i + 1] === right;
      merged.push(found ? id : ids[i]!);
      if (found) i++;
    }
    ids = merged;
  }
  return learned;
}
