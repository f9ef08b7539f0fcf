// How numbers flow through steps: boxes joined by arrows, with the shape of what flows written on each arrow.

import { Frame } from "./frame.tsx";

export interface FlowNode {
  id: string;
  label: string;
  /** The shape of what it holds or gives: "6 × 3". */
  shape?: string;
  /** Its place, counted from 0: a row down the page, and across in columns, halves allowed. */
  row: number;
  column: number;
  /** A step (softmax, ×) instead of a table of numbers. */
  isStep?: boolean;
}

export interface FlowProps {
  title: string;
  nodes: FlowNode[];
  /** From the node of one id to another, with what is written on the arrow. */
  arrows: { from: string; to: string; label?: string }[];
  /** The node that a learner looks at now. */
  lit?: string | undefined;
}

const boxWidth = 92;
const boxHeight = 40;
const across = 116;
const down = 78;
const edge = 6;

export function Flow({ title, nodes, arrows, lit }: FlowProps) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  // A long name makes its box wider, on both sides.
  const widthOf = ({ label }: FlowNode) => Math.max(boxWidth, 8 + 8 * label.length);
  const beyond = Math.max(...nodes.map((node) => (widthOf(node) - boxWidth) / 2 - node.column * across));
  const start = Math.min(0, -beyond);
  const width =
    edge * 2 +
    boxWidth / 2 +
    Math.max(...nodes.map((node) => node.column * across + widthOf(node) / 2)) -
    start;
  const height = edge * 2 + boxHeight + down * Math.max(...nodes.map(({ row }) => row));
  const middle = ({ row, column }: FlowNode) => ({
    x: edge + boxWidth / 2 + column * across,
    y: edge + boxHeight / 2 + row * down,
  });
  const names = arrows.map(({ from, to, label }) => {
    const [a, b] = [byId.get(from)!, byId.get(to)!];
    return `${a.label} → ${b.label}${label ? ` (${label})` : ""}`;
  });
  const csv = () =>
    `from,to,shape\n${arrows.map(({ from, to, label = "" }) => `${from},${to},${label}`).join("\n")}\n`;
  return (
    <Frame kind="flow" title={title} words={names.join("; ")} csv={csv}>
      {(words) => (
        <svg
          class="picture"
          viewBox={`${start} 0 ${width} ${height}`}
          role="img"
          aria-label={title}
          aria-describedby={words}
        >
          {arrows.map(({ from, to, label }) => {
            const [a, b] = [middle(byId.get(from)!), middle(byId.get(to)!)];
            const [startY, endY] = [a.y + boxHeight / 2, b.y - boxHeight / 2 - 5];
            const bend = (endY - startY) / 2;
            const path = `M${a.x} ${startY} C${a.x} ${startY + bend} ${b.x} ${endY - bend} ${b.x} ${endY}`;
            return (
              <g key={`${from}-${to}`} class="arrow">
                <path d={path} />
                {label && (
                  // Nearer to where it leads: arrows that part from one box have room there.
                  <text
                    x={a.x + (b.x - a.x) * 0.8}
                    y={startY + (endY - startY) * 0.6 + 4}
                    text-anchor="middle"
                  >
                    {label}
                  </text>
                )}
                <path class="head" d={`M${b.x - 4.5} ${endY} h9 l-4.5 6 Z`} />
              </g>
            );
          })}
          {nodes.map((node) => {
            const { x, y } = middle(node);
            const { id, label, shape, isStep } = node;
            return (
              <g key={id} class={`node ${isStep ? "step" : ""} ${id === lit ? "lit" : ""}`}>
                <rect
                  x={x - widthOf(node) / 2}
                  y={y - boxHeight / 2}
                  width={widthOf(node)}
                  height={boxHeight}
                  rx={isStep ? boxHeight / 2 : 5}
                />
                <text x={x} y={shape ? y - 2 : y + 4.5} text-anchor="middle">
                  {label}
                </text>
                {shape && (
                  <text class="small" x={x} y={y + 13} text-anchor="middle">
                    {shape}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
    </Frame>
  );
}
