// Pictures that show the same numbers, linked: point at a number, or move to it by keyboard, and the sum behind
// it is written out; the numbers in that sum light up where they stand, and lead further back.
//
// A picture takes part by putting `data-cell="TABLE/ROW/COLUMN"` on the elements of its numbers (-1 for a whole
// row or column), and by asking useLinked() what is lit.

import { type ComponentChildren, createContext } from "preact";
import { useContext, useRef, useState } from "preact/hooks";
import { short, tiny } from "./numbers.ts";
import { inLetters, writtenPart } from "./origins.ts";
import { type Cell, cellAt, keyOf, type Table, type Tables, valueAt, type Written } from "./table.ts";
import { fill, say } from "./words.ts";

export interface Links {
  tables: Tables;
  table(name: string): Table;
  /** The cell whose sum is written out. */
  shown: Cell | undefined;
  /** How a cell takes part: the shown one itself, a number of its sum, or the one of those that is pointed at. */
  linkOf(table: string, row: number, column: number): "shown" | "source" | "traced" | undefined;
  /** Whether the shown cell, or a number of its sum, lies in that row or column. */
  rowLinks(table: string, row: number): boolean;
  columnLinks(table: string, column: number): boolean;
}

const Context = createContext<Links | undefined>(undefined);

export function useLinked(): Links {
  return useContext(Context)!;
}

/** The class of a cell that is linked to the shown one. */
export function linkClass(links: Links, table: string, row: number, column: number): string {
  const link = links.linkOf(table, row, column);
  return link ? `linked ${link}` : "";
}

export interface LinkedProps {
  tables: Tables;
  children: ComponentChildren;
}

export function Linked({ tables, children }: LinkedProps) {
  const [pointed, setPointed] = useState<Cell>();
  const [kept, setKept] = useState<Cell>(); // focused or tapped last: it stays when the pointer goes
  const [traced, setTraced] = useState<Cell>();
  const [trail, setTrail] = useState<Cell[]>([]);
  const root = useRef<HTMLDivElement>(null);
  const followed = useRef(false); // whether the focus is being moved along a sum, and not by the learner

  const isThere = (cell: Cell | undefined) => cell && isIn(tables, cell);
  const shown = [pointed, kept].find(isThere);
  const links = linksOf(tables, shown, traced);

  /** Shows a cell by moving the focus to it, where one of the pictures shows it. */
  const goTo = (cell: Cell) => {
    const element = root.current?.querySelector<HTMLElement>(`[data-cell="${keyOf(cell)}"]`);
    setPointed(undefined);
    setTraced(undefined);
    setKept(cell);
    followed.current = true;
    element?.focus();
    followed.current = false;
  };
  const follow = (cell: Cell) => {
    if (shown) setTrail([...trail, shown]);
    goTo(cell);
  };
  const back = () => {
    setTrail(trail.slice(0, -1));
    goTo(trail.at(-1)!);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.defaultPrevented || !cellAt(event.target)) return;
    const first = root.current?.querySelector<HTMLElement>(".where-from .sum [tabindex='0']");
    if (!first) return;
    event.preventDefault();
    first.focus();
  };

  return (
    <Context.Provider value={links}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what happens to the pictures inside comes through here */}
      <div
        ref={root}
        class="linked-pictures"
        onKeyDown={onKeyDown}
        onFocusIn={({ target }) => {
          const cell = cellAt(target);
          if (!cell) return;
          setKept(cell);
          setPointed(undefined);
          if (!followed.current) setTrail([]);
        }}
        onPointerOver={(event) => {
          const cell = cellAt(event.target);
          const isOnSum = (event.target as Element).closest(".where-from");
          if (event.pointerType === "touch" || isOnSum) return;
          if (cell || kept) setPointed(cell);
        }}
        onPointerLeave={() => kept && setPointed(undefined)}
      >
        {children}
        <WhereFrom
          links={links}
          onTrace={setTraced}
          onFollow={follow}
          onLeave={() => shown && goTo(shown)}
          onBack={trail.length > 0 ? back : undefined}
        />
      </div>
    </Context.Provider>
  );
}

function isIn(tables: Tables, { table, row, column }: Cell): boolean {
  const { rows, columns } = tables[table] ?? { rows: [], columns: [] };
  return row < rows.length && column < columns.length;
}

function linksOf(tables: Tables, shown: Cell | undefined, traced: Cell | undefined): Links {
  const cells = shown ? cellsIn(sumBehind(tables, shown)) : [];
  const sources = new Set(cells.map(keyOf));
  const places = shown ? [shown, ...cells] : [];
  const covers = ({ table, row, column }: Cell, name: string, i: number, j: number) =>
    table === name && (row === i || row < 0) && (column === j || column < 0);
  return {
    tables,
    table: (name) => tables[name]!,
    shown,
    linkOf(table, row, column) {
      if (traced && covers(traced, table, row, column)) return "traced";
      if (shown && covers(shown, table, row, column)) return "shown";
      return sources.has(`${table}/${row}/${column}`) ? "source" : undefined;
    },
    rowLinks: (table, row) => places.some((cell) => cell.table === table && cell.row === row),
    columnLinks: (table, column) => places.some((cell) => cell.table === table && cell.column === column),
  };
}

/** The sum behind a cell; of a whole row or column, its numbers. Empty for a number that is given. */
function sumBehind(tables: Tables, { table, row, column }: Cell): Written {
  const { origin, rows, columns } = tables[table]!;
  if (row >= 0 && column >= 0) return origin?.(row, column) ?? [];
  const cells = (row < 0 ? rows : columns).map((_, i) =>
    row < 0 ? { table, row: i, column } : { table, row, column: i },
  );
  return cells.flatMap((cell, i) => (i === 0 ? [cell] : [", ", cell]));
}

function cellsIn(sum: Written): Cell[] {
  return sum.filter((part) => typeof part !== "string");
}

interface WhereFromProps {
  links: Links;
  onTrace(cell: Cell | undefined): void;
  onFollow(cell: Cell): void;
  onLeave(): void;
  onBack: (() => void) | undefined;
}

/** What the shown number is, and the sum behind it; its numbers are buttons that lead to where they stand. */
function WhereFrom({ links, onTrace, onFollow, onLeave, onBack }: WhereFromProps) {
  const { tables, shown } = links;
  const [stop, setStop] = useState(0);
  const list = useRef<HTMLParagraphElement>(null);
  const { what, value, letters, sum, isGiven, remark } = shown ? explained(tables, shown) : nothingYet();
  const plain = sum.map((_, i) => writtenPart(tables, sum, i)).join("");
  const spoken = [what, [value, letters, plain].filter(Boolean).join(" = "), remark]
    .filter(Boolean)
    .join(". ");
  const stops = cellsIn(sum).length;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") onLeave();
    else if (step) {
      const next = Math.max(0, Math.min(stops - 1, Math.min(stop, stops - 1) + step));
      setStop(next);
      list.current?.querySelectorAll<HTMLElement>("button")[next]?.focus();
    } else return;
    event.preventDefault();
  };

  let number = -1;
  return (
    <div class="where-from" data-empty={shown ? undefined : ""}>
      <p class="what">
        {onBack && (
          <button type="button" class="back" onClick={onBack}>
            <span aria-hidden="true">◀ </span>
            {say("back")}
          </button>
        )}
        {what}
        {isGiven && <span class="given"> {say("given")}</span>}
      </p>
      <p class="sum" ref={list} onKeyDown={onKeyDown}>
        {value && <strong>{value}</strong>}
        {letters && <span class="letters">{` = ${letters}`}</span>}
        {value && sum.length > 0 && " = "}
        {sum.map((part, i) => {
          if (typeof part === "string") return part;
          number++;
          const index = number;
          return (
            <button
              key={i}
              type="button"
              class="number"
              title={nameOf(tables, part)}
              tabIndex={index === Math.min(stop, stops - 1) ? 0 : -1}
              onFocus={() => {
                setStop(index);
                onTrace(part);
              }}
              onBlur={() => onTrace(undefined)}
              onPointerEnter={() => onTrace(part)}
              onPointerLeave={() => onTrace(undefined)}
              onClick={() => {
                setStop(0);
                onFollow(part);
              }}
            >
              {writtenPart(tables, sum, i)}
            </button>
          );
        })}
      </p>
      {remark && <p class="remark">{remark}</p>}
      <p class="hidden" role="status">
        {shown && spoken}
      </p>
    </div>
  );
}

interface Explained {
  what: string;
  value?: string | undefined;
  letters?: string | undefined;
  sum: Written;
  isGiven?: boolean;
  remark?: string | undefined;
}

const nothingYet = (): Explained => ({ what: say("whereFrom"), sum: [] });

function explained(tables: Tables, cell: Cell): Explained {
  const { row, column } = cell;
  const { origin, note } = tables[cell.table]!;
  const [what, sum] = [nameOf(tables, cell), sumBehind(tables, cell)];
  if (row < 0 || column < 0) return { what, sum };
  const [value, letters] = [short(valueAt(tables, cell)!), inLetters(tables, sum)];
  const rest = tiny(valueAt(tables, cell)!);
  const rounded = rest === undefined ? undefined : rest ? say("tiny", { value: rest }) : say("tiniest");
  const remark = [note?.(row, column), rounded].filter(Boolean).join(" ") || undefined;
  return { what, value, letters, sum, isGiven: !origin, remark };
}

/** A cell in words: "score of cat with mat". */
function nameOf(tables: Tables, { table, row, column }: Cell): string {
  const { title, says, rows, columns } = tables[table]!;
  if (row < 0) return `${title}: ${columns[column]}`;
  if (column < 0) return `${title}: ${rows[row]}`;
  return fill(says, { row: rows[row]!, column: columns[column]! });
}
