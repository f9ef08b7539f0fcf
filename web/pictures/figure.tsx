// Plots, and matrices that code asks to see: data -> SVG. The data comes from a cell's code by way of JSON, so
// nothing of it is taken for granted.

import { useEffect, useRef } from "preact/hooks";
import { short, tiny } from "./numbers.ts";
import { heatOf, scaleOf } from "./scale.tsx";
import { Tokens } from "./tokens.tsx";

/** Ticks may all be tiny, and still have to differ. */
const tick = (at: number) => (tiny(at) === undefined ? short(at) : at.toExponential(2).replace("-", "−"));

export interface Mark {
  kind: "line" | "points" | "bars" | "text" | "level" | "matrix";
  x?: number | (number | null)[];
  y?: number | (number | null)[];
  text?: string;
  color?: string;
  label?: string;
  alpha?: number;
  size?: number;
  width?: number;
  dashed?: boolean;
  anchor?: "middle" | "end";
  rows?: number;
  columns?: number;
  values?: (number | null)[];
  colors?: string;
  least?: number;
  most?: number;
  colorbar?: boolean;
}

interface Ticks {
  at: number[];
  labels: string[] | null;
}

export interface Axes {
  title?: string;
  xLabel?: string;
  yLabel?: string;
  xLimits?: (number | null)[];
  yLimits?: (number | null)[];
  xTicks?: Ticks;
  yTicks?: Ticks;
  grid?: boolean;
  legend?: boolean;
  frame?: boolean;
  downwards?: boolean;
  marks: Mark[];
}

export interface FigureData {
  kind: "figure";
  title: string;
  rows: number;
  columns: number;
  size: number[];
  axes: Axes[];
}

export interface MatrixData {
  kind: "matrix";
  title?: string;
  rows: number;
  columns: number;
  values: (number | string)[];
}

export interface TokensData {
  kind: "tokens";
  title: string;
  ids: number[];
  /** What stands on each of them. */
  labels: string[];
}

/** Reads what a cell's code sent; nothing when it is no picture. */
export function readPicture(json: string): FigureData | MatrixData | TokensData | undefined {
  try {
    const data = JSON.parse(json);
    if (data.kind === "matrix" && isCount(data.rows * data.columns) && Array.isArray(data.values))
      return data.values.length === data.rows * data.columns && data.values.every(isNumber)
        ? data
        : undefined;
    if (data.kind === "tokens")
      return data.ids.every(Number.isInteger) && data.labels.length === data.ids.length ? data : undefined;
    const isFigure = data.kind === "figure" && isCount(data.rows * data.columns) && Array.isArray(data.axes);
    if (isFigure && data.axes.every(isAxes) && data.size.every(Number.isFinite)) return data;
  } catch {
    // Not even JSON.
  }
}

const isCount = (value: unknown) =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= 1e6;
const isNumber = (value: unknown) =>
  Number.isFinite(value) || ["nan", "inf", "-inf"].includes(value as string);
const isList = (value: unknown) =>
  Array.isArray(value) && value.every((entry) => entry === null || Number.isFinite(entry));
const isAxes = (axes: Axes) =>
  Array.isArray(axes.marks) &&
  [axes.xLimits, axes.yLimits, axes.xTicks?.at, axes.yTicks?.at].every((list) => !list || isList(list)) &&
  axes.marks.every(
    ({ x, y, values, rows = 1, columns = 1, kind }) =>
      [x, y].every((part) => part === undefined || Number.isFinite(part) || isList(part)) &&
      (kind !== "matrix" || (isCount(rows * columns) && isList(values) && values!.length === rows * columns)),
  );

/** Tokens as a strip. */
export function TokensPicture({ title, ids, labels }: TokensData) {
  return (
    <Tokens label={String(title)} ids={ids} labels={new Map(ids.map((id, i) => [id, String(labels[i])]))} />
  );
}

/** A matrix as a table of numbers with their shades, or where it is large as shades alone. */
export function MatrixPicture({ title, rows, columns, values }: MatrixData) {
  const numbers = values.map(Number);
  if (rows > 24 || columns > 16) {
    const mark: Mark = { kind: "matrix", rows, columns, values: numbers, colors: "coolwarm", colorbar: true };
    const axes = [{ marks: [mark], title: title ?? `${rows} × ${columns}` }];
    return <FigurePicture kind="figure" title="" rows={1} columns={1} size={[6, 5]} axes={axes} />;
  }
  const scale = scaleOf([numbers]);
  return (
    <table class="shown grid">
      {title && <caption>{title}</caption>}
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            {Array.from({ length: columns }, (_, column) => {
              const value = values[row * columns + column]!;
              return (
                <td key={column} class={heatOf(scale, Number(value))}>
                  {typeof value === "string" ? value : short(value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const unit = 72; // of the drawing, for an inch
const room = { left: 50, right: 14, top: 34, bottom: 46, colorbar: 52 };

export function FigurePicture({ title, rows, columns, size, axes }: FigureData) {
  const width = Math.min(Math.max(size[0]! * unit, 200), 1400);
  const height = Math.min(Math.max(size[1]! * unit, 150), 1400);
  const [cellWidth, cellHeight] = [width / columns, height / rows];
  const says = [title, ...axes.map(({ title }) => title)].filter(Boolean).join("; ") || "Plot";
  return (
    <svg class="plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={says.replaceAll("\n", " ")}>
      {axes.map((one, i) => (
        <g
          key={i}
          transform={`translate(${(i % columns) * cellWidth} ${Math.floor(i / columns) * cellHeight})`}
        >
          <AxesPicture {...one} width={cellWidth} height={cellHeight} />
        </g>
      ))}
      {title && (
        <text x={width / 2} y={14} class="middle title">
          {title}
        </text>
      )}
    </svg>
  );
}

function AxesPicture(axes: Axes & { width: number; height: number }) {
  const { marks, title = "", xLabel = "", yLabel = "", width, height, grid, frame = true } = axes;
  const matrix = marks.find(({ kind }) => kind === "matrix");
  const lines = title.split("\n");
  const [left, top] = [room.left + 14 * (yLabel.split("\n").length - 1), room.top + 15 * (lines.length - 1)];
  const right = width - room.right - (matrix?.colorbar ? room.colorbar : 0);
  const bottom = height - room.bottom;
  const spans = spansOf(axes);
  const x = (value: number) => left + ((value - spans.x[0]) / (spans.x[1] - spans.x[0])) * (right - left);
  const y = (value: number) => bottom - ((value - spans.y[0]) / (spans.y[1] - spans.y[0])) * (bottom - top);
  const ticks = {
    x: ticksOf(axes.xTicks, spans.x, (right - left) / 60),
    y: ticksOf(axes.yTicks, spans.y, (bottom - top) / 40),
  };
  let colour = 0;
  const coloured = marks.map((mark) => ({
    ...mark,
    paint: paintOf(mark.color) ?? (mark.kind === "text" ? "var(--ink)" : `var(--hue-${(colour++ % 6) + 1})`),
  }));
  return (
    <>
      {matrix && (
        <MatrixMark {...matrix} at={[x(-0.5), y(-0.5), x(matrix.columns! - 0.5), y(matrix.rows! - 0.5)]} />
      )}
      {frame && (
        <g class="frame-lines">
          <rect x={left} y={top} width={Math.max(right - left, 1)} height={Math.max(bottom - top, 1)} />
          {ticks.x.map(({ at, label }) => (
            <g key={at}>
              <line x1={x(at)} x2={x(at)} y1={grid ? top : bottom} y2={bottom + 4} />
              <text x={x(at)} y={bottom + 17} class="middle">
                {label}
              </text>
            </g>
          ))}
          {ticks.y.map(({ at, label }) => (
            <g key={at}>
              <line x1={left - 4} x2={grid ? right : left} y1={y(at)} y2={y(at)} />
              <text x={left - 7} y={y(at) + 4} class="end">
                {label}
              </text>
            </g>
          ))}
        </g>
      )}
      {coloured.map((mark, i) => (
        <MarkPicture key={i} mark={mark} x={x} y={y} box={[left, top, right, bottom]} />
      ))}
      {lines.map((line, i) => (
        <text key={i} x={(left + right) / 2} y={top - 10 - 15 * (lines.length - 1 - i)} class="middle title">
          {line}
        </text>
      ))}
      <text x={(left + right) / 2} y={height - 8} class="middle">
        {xLabel}
      </text>
      {yLabel.split("\n").map((line, i) => (
        <text
          key={i}
          transform={`translate(${13 + 14 * i} ${(top + bottom) / 2}) rotate(-90)`}
          class="middle"
        >
          {line}
        </text>
      ))}
      {axes.legend &&
        coloured
          .filter(({ label }) => label)
          .map(({ label, paint, kind, dashed }, i) => (
            <g key={label} transform={`translate(${left + 10} ${top + 16 + 17 * i})`}>
              {kind === "line" ? (
                <line
                  x2={20}
                  y1={-4}
                  y2={-4}
                  stroke={paint}
                  stroke-width={2}
                  stroke-dasharray={dashed ? "6 4" : ""}
                />
              ) : (
                <circle cx={10} cy={-4} r={4} fill={paint} />
              )}
              <text x={27}>{label}</text>
            </g>
          ))}
      {matrix?.colorbar && <Colorbar {...matrix} at={[right + 14, top, right + 26, bottom]} />}
    </>
  );
}

interface MarkProps {
  mark: Mark & { paint: string };
  x: (value: number) => number;
  y: (value: number) => number;
  box: [number, number, number, number];
}

function MarkPicture({ mark, x, y, box: [left, top, right, bottom] }: MarkProps) {
  const { kind, paint, alpha = 1, dashed } = mark;
  const dashes = dashed ? "6 4" : undefined;
  const points = pairsOf(mark);
  if (kind === "line")
    return (
      <polyline
        points={points.map(([a, b]) => `${x(a)},${y(b)}`).join(" ")}
        fill="none"
        stroke={paint}
        stroke-width={mark.width ?? 1.8}
        stroke-dasharray={dashes}
        opacity={alpha}
      />
    );
  if (kind === "points") {
    const radius = Math.min(Math.sqrt(Math.max(mark.size ?? 36, 1)) / 2, 40);
    return (
      <g fill={paint} opacity={alpha}>
        {points.map(([a, b], i) => (
          <circle key={i} cx={x(a)} cy={y(b)} r={radius} />
        ))}
      </g>
    );
  }
  if (kind === "bars")
    return (
      <g fill={paint} opacity={alpha}>
        {points.map(([a, b], i) => (
          <rect
            key={i}
            x={x(a - 0.4)}
            y={Math.min(y(b), y(0))}
            width={x(a + 0.4) - x(a - 0.4)}
            height={Math.abs(y(b) - y(0))}
          />
        ))}
      </g>
    );
  if (kind === "level") {
    const place =
      typeof mark.y === "number" ? { y1: y(mark.y), y2: y(mark.y), x1: left, x2: right } : undefined;
    const at = typeof mark.x === "number" ? x(mark.x) : left;
    return (
      <line
        {...(place ?? { x1: at, x2: at, y1: top, y2: bottom })}
        stroke={paint}
        stroke-dasharray={dashes}
      />
    );
  }
  if (kind === "text" && typeof mark.x === "number" && typeof mark.y === "number")
    return (
      <text x={x(mark.x)} y={y(mark.y) + 4} fill={paint} text-anchor={mark.anchor ?? "start"}>
        {String(mark.text)}
      </text>
    );
  return null;
}

/** A matrix as a bitmap: one pixel a number. */
function MatrixMark({ at: [x0, y0, x1, y1], ...mark }: Mark & { at: [number, number, number, number] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { rows = 1, columns = 1, values = [] } = mark;
  useEffect(() => {
    const image = new ImageData(columns, rows);
    const { least, most } = rangeOf(mark);
    for (const [i, value] of values.entries()) {
      if (value === null) continue;
      image.data.set([...colourAt(mark.colors, (value - least) / (most - least || 1)), 255], 4 * i);
    }
    canvas.current!.getContext("2d")!.putImageData(image, 0, 0);
  });
  const [left, top] = [Math.min(x0, x1), Math.min(y0, y1)];
  return (
    <foreignObject x={left} y={top} width={Math.abs(x1 - x0)} height={Math.abs(y1 - y0)}>
      <canvas ref={canvas} class="bitmap" width={columns} height={rows} />
    </foreignObject>
  );
}

function Colorbar({ at: [x0, y0, x1, y1], ...mark }: Mark & { at: [number, number, number, number] }) {
  const { least, most } = rangeOf(mark);
  const steps = 40;
  const height = (y1 - y0) / steps;
  return (
    <g class="frame-lines">
      {Array.from({ length: steps }, (_, i) => {
        const [red, green, blue] = colourAt(mark.colors, (i + 0.5) / steps).map(Math.round);
        const y = y1 - (i + 1) * height;
        return (
          <rect
            key={i}
            x={x0}
            y={y}
            width={x1 - x0}
            height={height + 0.5}
            class="shade"
            fill={`rgb(${red},${green},${blue})`}
          />
        );
      })}
      {ticksOf(undefined, [least, most], (y1 - y0) / 45).map(({ at, label }) => (
        <text key={at} x={x1 + 4} y={y1 - ((at - least) / (most - least || 1)) * (y1 - y0) + 4}>
          {label}
        </text>
      ))}
    </g>
  );
}

function rangeOf({ values = [], least, most }: Mark) {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value === null) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) [low, high] = [0, 1];
  return { least: least ?? low, most: most ?? high };
}

// Where a scale of colours passes through, evenly spaced.
const colourMaps: Record<string, number[][]> = {
  coolwarm: [
    [59, 76, 192],
    [141, 176, 254],
    [221, 221, 221],
    [244, 152, 122],
    [180, 4, 38],
  ],
  viridis: [
    [68, 1, 84],
    [59, 82, 139],
    [33, 145, 140],
    [94, 201, 98],
    [253, 231, 37],
  ],
  gray: [
    [0, 0, 0],
    [255, 255, 255],
  ],
  Blues: [
    [247, 251, 255],
    [107, 174, 214],
    [8, 48, 107],
  ],
  Reds: [
    [255, 245, 240],
    [251, 106, 74],
    [103, 0, 13],
  ],
};
const alike: Record<string, string> = {
  RdBu_r: "coolwarm",
  bwr: "coolwarm",
  seismic: "coolwarm",
  Greys: "gray",
};

function colourAt(name = "viridis", share: number): number[] {
  const map = colourMaps[alike[name] ?? name] ?? colourMaps.viridis!;
  const place = Math.min(Math.max(share, 0), 1) * (map.length - 1);
  const below = Math.min(Math.floor(place), map.length - 2);
  return map[below]!.map((value, i) => value + (map[below + 1]![i]! - value) * (place - below));
}

/** A colour that code named, if it looks like one. */
const paintOf = (color: string | undefined) => {
  const cycle = /^C(\d)$/.exec(color ?? "");
  if (cycle) return `var(--hue-${(Number(cycle[1]) % 6) + 1})`;
  if (color === "black" || color === "k") return "var(--ink)";
  return /^(#[0-9a-f]{3,8}|[a-z]{3,20})$/i.test(color ?? "") ? color : undefined;
};

function pairsOf({ x, y }: Mark): [number, number][] {
  if (!Array.isArray(x) || !Array.isArray(y)) return [];
  return x.flatMap((a, i) => (a === null || y[i] === null || y[i] === undefined ? [] : [[a, y[i]]]));
}

type Span = [number, number];

/** From where to where each axis goes: as the code says, or around what is drawn. */
function spansOf({ marks, xLimits, yLimits, downwards }: Axes): { x: Span; y: Span } {
  const [xs, ys]: [number[], number[]] = [[], []];
  let tight = false;
  for (const mark of marks) {
    if (mark.kind === "matrix") {
      xs.push(-0.5, mark.columns! - 0.5);
      ys.push(-0.5, mark.rows! - 0.5);
      tight = true;
    }
    const side = mark.kind === "bars" ? 0.4 : 0;
    for (const [a, b] of pairsOf(mark)) {
      xs.push(a - side, a + side);
      ys.push(b, ...(side ? [0] : []));
    }
    if (mark.kind === "text" || mark.kind === "level") {
      if (typeof mark.x === "number") xs.push(mark.x);
      if (typeof mark.y === "number") ys.push(mark.y);
    }
  }
  const span = (values: number[], limits: (number | null)[] | undefined): Span => {
    let low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    let high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    if (low > high) [low, high] = [0, 1];
    const margin = tight ? 0 : (high - low) * 0.05 || 0.5;
    const ends: Span = [limits?.[0] ?? low - margin, limits?.[1] ?? high + margin];
    return ends[0] === ends[1] ? [ends[0] - 0.5, ends[1] + 0.5] : ends;
  };
  const [x, y] = [span(xs, xLimits), span(ys, yLimits)];
  // The rows of a matrix go downwards, as on paper.
  return { x, y: (tight && !yLimits) || downwards ? [y[1], y[0]] : y };
}

function ticksOf(given: Ticks | undefined, [from, to]: Span, most: number) {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  if (given) {
    const all = given.at.map((at, i) => ({ at, label: String(given.labels?.[i] ?? tick(at)) }));
    return all.filter(({ at }) => at >= low && at <= high);
  }
  const rough = (high - low) / Math.max(2, Math.min(most, 8));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.min(Math.floor(high / step + 1e-9) - first + 1, 20);
  return Array.from({ length: Math.max(count, 0) }, (_, i) => {
    const at = (first + i) * step;
    return { at, label: String(Number(at.toPrecision(10))) };
  });
}
