// One number on a half circle, between the least and the most that it can be.

import { Drawing, Frame } from "./frame.tsx";
import { short } from "./numbers.ts";

export interface DialProps {
  title: string;
  value: number;
  /** What the number reaches at most; it begins at 0. */
  most: number;
  /** What the two ends mean. */
  ends: [string, string];
}

const width = 220;
const height = 132;
const radius = 80;
const centre = { x: width / 2, y: 96 };

/** The point of the half circle that a part from 0 to 1 of the way leads to, `away` from the centre. */
function point(part: number, away: number): string {
  const angle = Math.PI * (1 - part);
  return `${centre.x + away * Math.cos(angle)} ${centre.y - away * Math.sin(angle)}`;
}

const arc = (part: number) => `M ${point(0, radius)} A ${radius} ${radius} 0 0 1 ${point(part, radius)}`;

export function Dial({ title, value, most, ends: [least, full] }: DialProps) {
  const part = most > 0 && Number.isFinite(value) ? Math.min(1, Math.max(0, value / most)) : 0;
  const words = `${title}: ${short(value)}. 0: ${least}. ${short(most)}: ${full}.`;
  return (
    <Frame kind="dial" title={title} words={words} csv={() => `value,most\n${value},${most}\n`}>
      {(words) => (
        <Drawing width={width} height={height} title={title} words={words}>
          <path class="way" d={arc(1)} />
          <path class="gone" d={arc(part)} />
          <path class="hand" d={`M ${centre.x} ${centre.y} L ${point(part, radius - 14)}`} />
          <text x={centre.x} y={height - 12} text-anchor="middle">
            {short(value)}
          </text>
          <text class="small" x={centre.x - radius} y={height - 18} text-anchor="middle">
            0
          </text>
          <text class="small" x={centre.x + radius} y={height - 18} text-anchor="middle">
            {short(most)}
          </text>
          <text class="small" x="0" y={height - 3}>
            {least}
          </text>
          <text class="small" x={width} y={height - 3} text-anchor="end">
            {full}
          </text>
        </Drawing>
      )}
    </Frame>
  );
}
