// Positions: a vector for every place in a text.

import { finiteNumber, optionsOf, wholeNumber } from "./check.ts";
import type { Core } from "./core.ts";
import { type Matrix, matrixIn } from "./matrix.ts";

/** How to make positions. */
export interface PositionOptions {
  /** The wavelengths run from 2π to almost 2π times this. @default 10000 */
  base?: number;
  /** Round to so many decimals, as `np.round` does; exact when absent. */
  decimals?: number;
}

export function positions(
  { raw, bridge }: Core,
  length: number,
  width: number,
  options: PositionOptions,
): Matrix {
  const { base, decimals } = optionsOf(options, "positions", {
    base: 10000,
    decimals: undefined as number | undefined,
  });
  bridge.call(
    raw.positions,
    wholeNumber(length, "The length"),
    wholeNumber(width, "The width"),
    finiteNumber(base, "The base"),
    decimals === undefined ? Number.NaN : wholeNumber(decimals, "The number of decimals", -300, 300),
  );
  return matrixIn(bridge, 0);
}
