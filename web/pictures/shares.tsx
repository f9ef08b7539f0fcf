// Each row of weights as a bar of coloured shares: who reads how much of whom.

import { short } from "./numbers.ts";

export interface SharesProps {
  /** Row i holds the shares that position i takes of each token. */
  weights: number[][];
  /** The sum of each row. */
  rowSums: number[];
  /** Short names of the tokens, for the labels inside the bars. */
  names: string[];
}

const width = 360;
const rowHeight = 34;
const barHeight = 22;
const left = 28;
const right = 44;

/**
 * A picture of row shares. Positive shares run right from zero, negative ones left; a line marks where a row
 * that sums to 1 ends. A colour has a name beside it wherever there is room for one.
 */
export function Shares({ weights, rowSums, names }: SharesProps) {
  const positive = weights.map((row) => row.reduce((sum, value) => sum + Math.max(value, 0), 0));
  const negative = weights.map((row) => row.reduce((sum, value) => sum + Math.max(-value, 0), 0));
  const most = Math.max(1, ...positive.filter(Number.isFinite));
  const least = Math.max(0, ...negative.filter(Number.isFinite));
  const unit = (width - left - right) / (most + least);
  const zero = left + least * unit;
  const height = weights.length * rowHeight + 16;

  return (
    <svg
      class="picture shares"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={describe(weights, names)}
    >
      {weights.map((row, i) => (
        <Bar
          key={i}
          row={row}
          sum={rowSums[i]!}
          y={i * rowHeight}
          {...{ zero, unit, names }}
          label={`${i + 1}`}
        />
      ))}
      <line class="one" x1={zero + unit} x2={zero + unit} y1="0" y2={height - 14} />
      <text class="small" x={zero + unit} y={height - 2} text-anchor="middle">
        1
      </text>
      <text class="small" x={zero} y={height - 2} text-anchor="middle">
        0
      </text>
    </svg>
  );
}

interface BarProps {
  row: number[];
  sum: number;
  y: number;
  zero: number;
  unit: number;
  names: string[];
  label: string;
}

function Bar({ row, sum, y, zero, unit, names, label }: BarProps) {
  let forward = zero;
  let backward = zero;
  const shares = row.map((value, j) => {
    const size = Number.isFinite(value) ? Math.abs(value) * unit : 0;
    const x = value < 0 ? backward - size : forward;
    if (value < 0) backward -= size;
    else forward += size;
    return { x, size, value, name: names[j] ?? `${j + 1}`, hue: (j % 6) + 1 };
  });
  return (
    <g transform={`translate(0 ${y})`}>
      <text class="label" x={left - 8} y={barHeight / 2 + 5} text-anchor="end">
        {label}
      </text>
      {shares
        .filter(({ size }) => size > 0)
        .map(({ x, size, value, name, hue }) => (
          <g key={name} class={`share hue-${hue}`}>
            <rect x={x} y="1" width={size} height={barHeight} class={value < 0 ? "negative" : ""} />
            {size > 22 && (
              <text x={x + size / 2} y={barHeight / 2 + 5} text-anchor="middle">
                {size > 58 ? `${name} ${short(value)}` : name}
              </text>
            )}
          </g>
        ))}
      <text class="sum" x={Math.max(forward, zero) + 6} y={barHeight / 2 + 5}>
        {short(sum)}
      </text>
    </g>
  );
}

function describe(weights: number[][], names: string[]): string {
  const sentences = weights.map((row, i) => {
    const parts = row.flatMap((value, j) => (value === 0 ? [] : [`${short(value)} of ${names[j]}`]));
    return `Position ${i + 1} takes ${parts.length > 0 ? parts.join(", ") : "nothing"}.`;
  });
  return sentences.join(" ");
}
