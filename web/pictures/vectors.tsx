// Vectors in the plane, as arrows or as points; the points can be dragged, by pointer or by arrow keys.

import { useRef, useState } from "preact/hooks";
import { Drawing, Frame } from "./frame.tsx";
import { type Place, placeNames } from "./labels.ts";
import { useLinked } from "./linked.tsx";
import { short } from "./numbers.ts";
import { csvOf } from "./table.ts";
import { say } from "./words.ts";

export interface VectorsProps {
  /** The name of the table whose rows are the vectors. */
  table: string;
  title: string;
  /** Which two of their numbers are drawn: across and up. */
  columns?: [number, number];
  /** Only the points, where arrows would hide each other. */
  asPoints?: boolean | undefined;
  /** The way of one vector to another place, which is the row of another table. */
  path?: { from: number; table: string; row: number } | undefined;
  /** Two vectors with the angle between them marked, and what is written about it below. */
  angle?: { between: [number, number]; label?: string; isRight?: boolean } | undefined;
  onChange?: ((values: number[][]) => void) | undefined;
}

const size = 320;
const margin = 26;
/** A dragged point stops at multiples of this part of the plane's width. */
const steps = 40;

export function Vectors({ table: name, title, columns = [0, 1], ...more }: VectorsProps) {
  const { asPoints, path, angle, onChange } = more;
  const links = useLinked();
  const table = links.table(name);
  const { values, rows } = table;
  const pointOf = (row: readonly number[]) => [row[columns[0]]!, row[columns[1]]!] as const;
  const points = values.map(pointOf);
  const end = path && pointOf(links.table(path.table).values[path.row]!);
  const drawing = useRef<SVGSVGElement>(null);
  // While a point is dragged the plane stays as it is, or it would move under the pointer.
  const [dragged, setDragged] = useState<{ index: number; plane: Plane }>();
  const plane = dragged?.plane ?? planeOf(end ? [...points, end] : points);
  const { x, y, step } = plane;

  const moveTo = (index: number, across: number, up: number) => {
    const next = values.map((row) => [...row]);
    const tidy = (value: number) => Number((Math.round(value / step) * step).toFixed(6));
    next[index]![columns[0]] = tidy(across);
    next[index]![columns[1]] = tidy(up);
    onChange?.(next);
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (!dragged) return;
    const box = drawing.current!.getBoundingClientRect();
    const inside = (value: number) => Math.max(margin, Math.min(size - margin, value));
    const at = [((clientX - box.x) / box.width) * size, ((clientY - box.y) / box.height) * size] as const;
    moveTo(dragged.index, plane.across(inside(at[0])), plane.up(inside(at[1])));
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const ways: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const way = ways[event.key];
    if (!way || !onChange || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 * step : step;
    moveTo(index, points[index]![0] + way[0] * far, points[index]![1] + way[1] * far);
  };

  const pathName = path ? links.table(path.table).rows[path.row]! : "";
  const ring = end && { x: x(end[0]), y: y(end[1]) };
  const spots = points.map(([across, up], i) => {
    const at = { x: x(across), y: y(up), text: rows[i]! };
    const isInRing = ring && Math.hypot(ring.x - at.x, ring.y - at.y) < 8;
    return { ...at, radius: isInRing ? 12 : 7 };
  });
  if (ring) spots.push({ ...ring, text: pathName, radius: 12 });
  const places = asPoints
    ? placeNames(spots, size)
    : points.map(([across, up], i) => labelPlace(across, up, spots[i]!.x, spots[i]!.y));
  const inWords = rows.map(
    (row, i) => `${row}: ${say("point", { x: short(points[i]![0]), y: short(points[i]![1]) })}`,
  );
  if (path && end) {
    inWords.push(`${rows[path.from]} → ${pathName}: ${say("point", { x: short(end[0]), y: short(end[1]) })}`);
  }
  return (
    <Frame kind="vectors" title={title} words={inWords.join("; ")} csv={() => csvOf(table)}>
      {(words) => (
        <Drawing
          root={drawing}
          width={size}
          height={angle?.label ? size + 14 : size}
          title={title}
          words={words}
          onPointerMove={onPointerMove}
          onPointerUp={() => setDragged(undefined)}
          onPointerCancel={() => setDragged(undefined)}
        >
          <Paper plane={plane} />
          {path && end && (
            <Path
              from={points[path.from]!}
              to={end}
              plane={plane}
              label={pathName}
              place={places.at(-1)!}
              cell={`${path.table}/${path.row}/-1`}
            />
          )}
          {angle && <Angle {...angle} points={points} plane={plane} />}
          {points.map(([across, up], i) => {
            const [toX, toY] = [x(across), y(up)];
            const state = links.rowLinks(name, i) ? "vector linked" : "vector";
            return (
              <g key={i} class={`${state} hue-${(i % 6) + 1}`}>
                {!asPoints && <Arrow fromX={x(0)} fromY={y(0)} toX={toX} toY={toY} />}
                <circle
                  class={onChange ? "handle" : "end"}
                  cx={toX}
                  cy={toY}
                  r="7"
                  {...(onChange && {
                    role: "slider",
                    tabIndex: 0,
                    "aria-label": rows[i],
                    "aria-valuenow": across,
                    "aria-valuetext": say("point", { x: short(across), y: short(up) }),
                    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, i),
                    onPointerDown: (event: PointerEvent) => {
                      drawing.current!.setPointerCapture(event.pointerId);
                      setDragged({ index: i, plane });
                    },
                  })}
                  data-cell={`${name}/${i}/-1`}
                />
                <text {...places[i]!}>{rows[i]}</text>
              </g>
            );
          })}
        </Drawing>
      )}
    </Frame>
  );
}

interface Plane {
  /** From numbers to the drawing. */
  x(value: number): number;
  y(value: number): number;
  /** And back. */
  across(x: number): number;
  up(y: number): number;
  least: number;
  most: number;
  /** Distance of the lines. */
  line: number;
  step: number;
}

/** A square of the plane with 0 and all points in it, as small as whole lines allow. */
function planeOf(points: readonly (readonly [number, number])[]): Plane {
  const all = points.flat().filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const rough = (high - low || 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const line = power * [1, 2, 5, 10].find((times) => times * power >= rough * 0.999)!;
  const least = Math.floor(low / line) * line;
  const most = Math.max(Math.ceil(high / line) * line, least + line);
  const unit = (size - 2 * margin) / (most - least);
  return {
    x: (value) => margin + (value - least) * unit,
    y: (value) => size - margin - (value - least) * unit,
    across: (x) => (x - margin) / unit + least,
    up: (y) => (size - margin - y) / unit + least,
    least,
    most,
    line,
    step: line / (steps / 4),
  };
}

/** The lines of the plane, with its axes and their numbers. */
function Paper({ plane }: { plane: Plane }) {
  const { x, y, least, most, line } = plane;
  const count = Math.round((most - least) / line);
  const lines = Array.from({ length: count + 1 }, (_, i) => Number((least + i * line).toFixed(6)));
  const [from, to] = [x(least), x(most)];
  return (
    <g class="paper">
      {lines.map((at) => (
        <g key={at} class={at === 0 ? "axis" : ""}>
          <line x1={x(at)} x2={x(at)} y1={from} y2={to} />
          <line x1={from} x2={to} y1={y(at)} y2={y(at)} />
          <text class="small" x={x(at)} y={size - margin + 14} text-anchor="middle">
            {short(at)}
          </text>
          <text class="small" x={margin - 6} y={y(at) + 3.5} text-anchor="end">
            {short(at)}
          </text>
        </g>
      ))}
    </g>
  );
}

interface ArrowProps {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
}

/** A line that stops a little before the point, so that the point's mark is its head. */
function Arrow({ fromX, fromY, toX, toY }: ArrowProps) {
  const length = Math.hypot(toX - fromX, toY - fromY);
  if (length < 12) return null;
  const part = (length - 12) / length;
  const [x, y] = [fromX + (toX - fromX) * part, fromY + (toY - fromY) * part];
  const turn = (Math.atan2(toY - fromY, toX - fromX) * 180) / Math.PI;
  return (
    <>
      <line class="shaft" x1={fromX} y1={fromY} x2={x} y2={y} />
      <path class="head" d="M-8 -6 L4 0 L-8 6 Z" transform={`translate(${x} ${y}) rotate(${turn})`} />
    </>
  );
}

interface PathProps {
  from: readonly [number, number];
  to: readonly [number, number];
  plane: Plane;
  label: string;
  place: Place;
  /** What stands at its end, for the links. */
  cell: string;
}

/** The way from a point to where it moves, dashed, with a ring at its end. */
function Path({ from, to, plane: { x, y }, label, place, cell }: PathProps) {
  const [toX, toY] = [x(to[0]), y(to[1])];
  return (
    <g class="path">
      <line x1={x(from[0])} y1={y(from[1])} x2={toX} y2={toY} />
      <circle cx={toX} cy={toY} r="11" data-cell={cell} />
      <text {...place}>{label}</text>
    </g>
  );
}

interface AngleProps {
  between: [number, number];
  label?: string;
  isRight?: boolean;
  points: readonly (readonly [number, number])[];
  plane: Plane;
}

/** The angle between two arrows: an arc, or a square for a right angle. */
function Angle({ between, label, isRight, points, plane }: AngleProps) {
  const [a, b] = between.map((i) => points[i]!) as [readonly [number, number], readonly [number, number]];
  const [first, second] = [Math.atan2(a[1], a[0]), Math.atan2(b[1], b[0])];
  let turn = second - first;
  if (turn > Math.PI) turn -= 2 * Math.PI;
  if (turn < -Math.PI) turn += 2 * Math.PI;
  const [x, y] = [plane.x(0), plane.y(0)];
  const at = (angle: number, far: number) => `${x + far * Math.cos(angle)} ${y - far * Math.sin(angle)}`;
  const radius = isRight ? 20 : 34;
  const path = isRight
    ? `M${at(first, radius)} L${at(first + turn / 2, radius * Math.SQRT2)} L${at(second, radius)}`
    : `M${at(first, radius)} A${radius} ${radius} 0 0 ${turn > 0 ? 0 : 1} ${at(second, radius)}`;
  return (
    <g class="angle">
      <path d={path} />
      {label && (
        <text x={size / 2} y={size + 10} text-anchor="middle">
          ∠ {label}
        </text>
      )}
    </g>
  );
}

/** Where a name stands: past the arrow's end, seen from the middle, and inside the drawing. */
function labelPlace(across: number, up: number, x: number, y: number): Place {
  const length = Math.hypot(across, up) || 1;
  const textX = Math.max(20, Math.min(size - 20, x + (across / length) * 20));
  const textY = Math.max(12, Math.min(size - 4, y - (up / length) * 18 + 4));
  return { x: textX, y: textY, "text-anchor": "middle" };
}
