// The numbers of one picture as stops of the keyboard: one is in the tab order, arrow keys move from it.

import { useRef, useState } from "preact/hooks";
import { cellAt } from "./table.ts";

const moves: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

/** `only` is for pictures that show one row of their table. */
export function useCells<Root extends Element>(table: string, rows: number, columns: number, only?: number) {
  const [wanted, setAt] = useState({ row: 0, column: 0 });
  const root = useRef<Root>(null);
  const inside = (row: number, column: number) => ({
    row: only ?? clamp(row, rows),
    column: clamp(column, columns),
  });
  const at = inside(wanted.row, wanted.column);

  const focus = (row: number, column: number) => {
    const place = inside(row, column);
    setAt(place);
    const selector = `[data-cell="${table}/${place.row}/${place.column}"]`;
    root.current?.querySelector<HTMLElement | SVGElement>(selector)?.focus();
  };
  /** The attributes of a cell's element. */
  const cell = (row: number, column: number) => ({
    "data-cell": `${table}/${row}/${column}`,
    tabIndex: at.row === row && at.column === column ? 0 : -1,
  });
  return {
    at,
    root,
    focus,
    /** Moves when the key is an arrow, Home or End; says whether it was. */
    move(key: string): boolean {
      const move = moves[key];
      if (move) focus(at.row + move[0], at.column + move[1]);
      return move !== undefined;
    },
    /** For the root: keeps the tab order's place where the focus is. */
    onFocusIn({ target }: FocusEvent) {
      const cell = cellAt(target);
      if (cell?.table === table && cell.row >= 0 && cell.column >= 0) setAt(cell);
    },
    cell,
    /** The same for a shape of a drawing, which has to say what it is. */
    drawn: (row: number, column: number, label: string) => ({
      ...cell(row, column),
      role: "img" as const,
      "aria-label": label,
    }),
  };
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
