// Each row of weights as a bar of coloured shares: who reads how much of whom.

import type { VNode } from "preact";
import { useCells } from "./cells.ts";
import { Drawing, Frame } from "./frame.tsx";
import { linkClass, useLinked } from "./linked.tsx";
import { short } from "./numbers.ts";
import { csvOf, type Table } from "./table.ts";

export interface SharesProps {
  title: string;
  /** The table of shares: row i holds what position i takes of each token. */
  table: string;
  /** The table of one column with the sum of each row. */
  sums: string;
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
export function Shares({ title, table: name, sums }: SharesProps) {
  const links = useLinked();
  const table = links.table(name);
  const { values: weights, columns: names } = table;
  const { root, onFocusIn, move, drawn } = useCells<SVGSVGElement>(sums, weights.length, 1);
  const positive = weights.map((row) => row.reduce((sum, value) => sum + Math.max(value, 0), 0));
  const negative = weights.map((row) => row.reduce((sum, value) => sum + Math.max(-value, 0), 0));
  const most = Math.max(1, ...positive.filter(Number.isFinite));
  const least = Math.max(0, ...negative.filter(Number.isFinite));
  const unit = (width - left - right) / (most + least);
  const zero = left + least * unit;
  const height = weights.length * rowHeight + 16;

  return (
    <Frame kind="shares" title={title} words={inWords(table)} csv={() => csvOf(table)}>
      {(words) => (
        <Drawing
          root={root}
          width={width}
          height={height}
          title={title}
          words={words}
          onFocusIn={onFocusIn}
          onKeyDown={(event) => move(event.key) && event.preventDefault()}
        >
          {weights.map((row, i) => (
            <Bar
              key={i}
              row={row}
              y={i * rowHeight}
              {...{ zero, unit, names }}
              label={`${i + 1}`}
              linkOf={(j) => linkClass(links, name, i, j)}
              tableName={name}
              index={i}
            >
              {(x) => (
                <text
                  class={`sum ${linkClass(links, sums, i, 0)}`}
                  x={x}
                  y={barHeight / 2 + 5}
                  {...drawn(i, 0, short(links.table(sums).values[i]![0]!))}
                >
                  {short(links.table(sums).values[i]![0]!)}
                </text>
              )}
            </Bar>
          ))}
          <line class="one" x1={zero + unit} x2={zero + unit} y1="0" y2={height - 14} />
          <text class="small" x={zero + unit} y={height - 2} text-anchor="middle">
            1
          </text>
          <text class="small" x={zero} y={height - 2} text-anchor="middle">
            0
          </text>
        </Drawing>
      )}
    </Frame>
  );
}

interface BarProps {
  row: readonly number[];
  y: number;
  zero: number;
  unit: number;
  names: readonly string[];
  label: string;
  tableName: string;
  index: number;
  linkOf(column: number): string;
  /** What stands after the bar. */
  children(x: number): VNode;
}

function Bar({ row, y, zero, unit, names, label, tableName, index, linkOf, children }: BarProps) {
  let forward = zero;
  let backward = zero;
  const shares = row.map((value, j) => {
    const size = Number.isFinite(value) ? Math.abs(value) * unit : 0;
    const x = value < 0 ? backward - size : forward;
    if (value < 0) backward -= size;
    else forward += size;
    return { x, size, value, j, name: names[j] ?? `${j + 1}`, hue: (j % 6) + 1 };
  });
  return (
    <g transform={`translate(0 ${y})`}>
      <text class="label" x={left - 8} y={barHeight / 2 + 5} text-anchor="end">
        {label}
      </text>
      {shares
        .filter(({ size }) => size > 0)
        .map(({ x, size, value, name, hue, j }) => (
          <g key={name} class={`share hue-${hue} ${linkOf(j)}`} data-cell={`${tableName}/${index}/${j}`}>
            <rect x={x} y="1" width={size} height={barHeight} class={value < 0 ? "negative" : ""} />
            {size > 22 && (
              <text x={x + size / 2} y={barHeight / 2 + 5} text-anchor="middle">
                {size > 8 * `${name} ${short(value)}`.length ? `${name} ${short(value)}` : name}
              </text>
            )}
          </g>
        ))}
      {children(Math.max(forward, zero) + 6)}
    </g>
  );
}

function inWords({ values, rows, columns }: Table): string {
  const sentences = values.map((row, i) => {
    const parts = row.flatMap((value, j) => (value === 0 ? [] : [`${short(value)} ${columns[j]}`]));
    return `${rows[i]}: ${parts.join(" + ") || 0}`;
  });
  return sentences.join("; ");
}
