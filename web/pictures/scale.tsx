// Colours of numbers: a scale, computed from the numbers that are shown or known beforehand, and its legend.

import { short } from "./numbers.ts";

export interface Scale {
  /** The ends: 0 belongs to it always. */
  least: number;
  most: number;
}

/** The scale of shares and weights: whatever they are, they are parts of 1. */
export const partsOfOne: Scale = { least: 0, most: 1 };

/** How many shades there are on each side of 0; pictures.css has a class for each. */
const shades = 8;

export function scaleOf(values: readonly (readonly number[])[]): Scale {
  let [least, most] = [0, 0];
  for (const row of values)
    for (const value of row)
      if (Number.isFinite(value)) {
        if (value < least) least = value;
        if (value > most) most = value;
      }
  return { least, most };
}

/** The class of a number: heat-0 … heat-8 upwards from 0, cold-1 … cold-8 downwards. */
export function heatOf({ least, most }: Scale, value: number): string {
  if (!Number.isFinite(value)) return "heat-none";
  const farthest = Math.max(-least, most);
  const shade = farthest === 0 ? 0 : Math.round(Math.min(Math.abs(value) / farthest, 1) * shades);
  return value < 0 && shade > 0 ? `cold-${shade}` : `heat-${shade}`;
}

/** The shades from the least to the greatest number, with what they stand for. */
export function Legend({ scale }: { scale: Scale }) {
  const { least, most } = scale;
  const farthest = Math.max(-least, most);
  const down = farthest === 0 ? 0 : Math.round((-least / farthest) * shades);
  const up = farthest === 0 ? 0 : Math.round((most / farthest) * shades);
  return (
    <div class="legend" aria-hidden="true">
      {least < 0 && <span>{short(least)}</span>}
      {Array.from({ length: down }, (_, i) => (
        <i key={`-${i}`} class={`cold-${down - i}`} />
      ))}
      <span>0</span>
      {Array.from({ length: up }, (_, i) => (
        <i key={i} class={`heat-${i + 1}`} />
      ))}
      {most > 0 && <span>{short(most)}</span>}
    </div>
  );
}
