// A sentence as a strip of its tokens, linked to the rows or columns of a table that stand for them.

import { useLinked } from "./linked.tsx";

export interface StripProps {
  /** What the strip shows: "Tokens that ask". */
  title: string;
  table: string;
  /** Whether a token is a row of the table or a column. */
  axis: "rows" | "columns";
  /** The token that is picked, and what happens when another one is. Without it the strip is for reading. */
  picked?: number | undefined;
  onPick?: ((index: number) => void) | undefined;
}

export function Strip({ title, table: name, axis, picked, onPick }: StripProps) {
  const links = useLinked();
  const tokens = links.table(name)[axis];
  const isLinked = (i: number) => (axis === "rows" ? links.rowLinks(name, i) : links.columnLinks(name, i));
  return (
    <div class="strip">
      <p class="strip-title">{title}</p>
      <ol aria-label={title}>
        {tokens.map((token, i) => {
          const props = {
            class: `chip hue-${(i % 6) + 1} ${isLinked(i) ? "linked" : ""}`,
            "data-cell": axis === "rows" ? `${name}/${i}/-1` : `${name}/-1/${i}`,
          };
          return (
            <li key={i}>
              {onPick ? (
                <button type="button" {...props} aria-pressed={i === picked} onClick={() => onPick(i)}>
                  {token}
                </button>
              ) : (
                <span {...props}>{token}</span>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
