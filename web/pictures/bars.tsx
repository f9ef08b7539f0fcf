// Rows of two tables side by side as bars: numbers before and after a step.

import { useCells } from "./cells.ts";
import { Drawing, Frame } from "./frame.tsx";
import { linkClass, useLinked } from "./linked.tsx";
import { short } from "./numbers.ts";
import { scaleOf } from "./scale.tsx";
import { csvOf } from "./table.ts";
import { fill } from "./words.ts";

export interface BarsProps {
  title: string;
  /** The names of the tables, from left to right. Each is drawn to a scale of its own, from its data. */
  tables: string[];
  /** The row that is drawn. */
  row: number;
  /** A number that a table's bars may reach at most: 1 for shares. Without it, the largest number. */
  most?: Record<string, number>;
}

const width = 360;
const lineHeight = 30;
const barHeight = 18;
const head = 22;

export function Bars({ title, tables: names, row, most = {} }: BarsProps) {
  const links = useLinked();
  const tables = names.map((name) => links.table(name));
  const labels = tables[0]!.columns;
  const left = Math.min(120, 20 + 8 * Math.max(...labels.map((label) => label.length)));
  const each = (width - left) / names.length;
  const height = head + labels.length * lineHeight;
  const words = tables
    .map(
      ({ title, values, columns }) =>
        `${title}: ${columns.map((name, j) => `${name} ${short(values[row]![j]!)}`).join(", ")}`,
    )
    .join(". ");
  return (
    <Frame kind="bars" title={title} words={words} csv={() => tables.map(csvOf).join("\n")}>
      {(words) => (
        <Drawing width={width} height={height} title={title} words={words}>
          {labels.map((label, j) => (
            <text
              key={j}
              class={`label ${links.columnLinks(names[0]!, j) ? "linked" : ""}`}
              x={left - 8}
              y={head + j * lineHeight + barHeight / 2 + 4}
              text-anchor="end"
            >
              {label}
            </text>
          ))}
          {names.map((name, i) => (
            <Column key={name} name={name} row={row} x={left + i * each} width={each} most={most[name]} />
          ))}
        </Drawing>
      )}
    </Frame>
  );
}

interface ColumnProps {
  name: string;
  row: number;
  x: number;
  width: number;
  most: number | undefined;
}

function Column({ name, row, x, width, most }: ColumnProps) {
  const links = useLinked();
  const { title, values, rows, columns, says } = links.table(name);
  const { root, move, onFocusIn, drawn } = useCells<SVGGElement>(name, rows.length, columns.length, row);
  const scale = scaleOf(values);
  const high = most ?? scale.most;
  const room = width - 68; // beside the bars for their numbers
  const unit = room / (high - scale.least || 1);
  const zero = x + 4 - scale.least * unit;
  const numbers = values[row]!;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the bars come through here
    <g
      ref={root}
      onFocusIn={onFocusIn}
      onKeyDown={(event) => {
        // Bars stand below one another, so up and down go along the row.
        const turned = { ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight" }[event.key];
        if (move(turned ?? event.key)) event.preventDefault();
      }}
    >
      <text class="small" x={zero} y="12">
        {title.split(":")[0] /* the rest has no room */}
      </text>
      <line class="zero" x1={zero} x2={zero} y1={head - 4} y2={head + numbers.length * lineHeight - 6} />
      {numbers.map((value, j) => {
        const length = Number.isFinite(value) ? value * unit : 0;
        const y = head + j * lineHeight;
        return (
          <g
            key={j}
            class={`bar hue-${(j % 6) + 1} ${linkClass(links, name, row, j)}`}
            {...drawn(row, j, `${fill(says, { row: rows[row]!, column: columns[j]! })}: ${short(value)}`)}
          >
            <rect class="target" x={x} y={y - 4} width={width} height={lineHeight - 2} />
            <rect
              x={Math.min(zero, zero + length)}
              y={y}
              width={Math.abs(length)}
              height={barHeight}
              rx="2"
            />
            <text x={Math.max(zero, zero + length) + 6} y={y + barHeight / 2 + 4.5}>
              {short(value)}
            </text>
          </g>
        );
      })}
    </g>
  );
}
