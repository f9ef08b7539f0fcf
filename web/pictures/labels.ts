// Where the names of points stand in a drawing: beside their point, and out of the way of others.

export interface Spot {
  x: number;
  y: number;
  text: string;
  /** How far the mark reaches around the point. */
  radius: number;
}

export interface Place {
  x: number;
  y: number;
  "text-anchor": "start" | "middle" | "end";
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const letter = 7.6; // the width of a letter in bold, roughly
const ascent = 11;
const descent = 3;

/** The first place of above, right, left and below that covers least of the marks and of the names before it. */
export function placeNames(spots: readonly Spot[], size: number): Place[] {
  const marks = spots.map(({ x, y, radius }) => boxOf(x - radius, x + radius, y - radius, y + radius));
  const taken: Box[] = [];
  return spots.map(({ x, y, text, radius }) => {
    const gap = radius + 4;
    const places: Place[] = [
      { x, y: y - gap - 1, "text-anchor": "middle" },
      { x: x + gap, y: y + 4, "text-anchor": "start" },
      { x: x - gap, y: y + 4, "text-anchor": "end" },
      { x, y: y + gap + ascent - 1, "text-anchor": "middle" },
    ];
    const costs = places.map((place) => {
      const box = boxOfName(place, text.length * letter);
      const inside = boxOf(0, size, 0, size);
      const outside = areaOf(box) - overlap(box, inside);
      return [...marks, ...taken].reduce((sum, other) => sum + overlap(box, other), 10 * outside);
    });
    const best = places[costs.indexOf(Math.min(...costs))]!;
    taken.push(boxOfName(best, text.length * letter));
    return best;
  });
}

function boxOf(left: number, right: number, top: number, bottom: number): Box {
  return { left, right, top, bottom };
}

function boxOfName({ x, y, "text-anchor": anchor }: Place, width: number): Box {
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return boxOf(left, left + width, y - ascent, y + descent);
}

function areaOf({ left, right, top, bottom }: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

function overlap(a: Box, b: Box): number {
  return areaOf({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  });
}
