// The table of pair counts that training looks at before a merge, ties marked.

/** One pair: its ids, how often it stands in the text, and where first. */
export interface PairRow {
  left: number;
  right: number;
  count: number;
}

export interface PairsProps {
  rows: PairRow[];
  /** How many pairs share the highest count. */
  tied: number;
  distinct: number;
  labels: ReadonlyMap<number, string>;
  /** Whether the first row will be merged; false when training stops here. */
  merges: boolean;
  /** Why the first row wins against those that tie with it: "it comes first". */
  why: string;
}

export function Pairs({ rows, tied, distinct, labels, merges, why }: PairsProps) {
  const most = rows[0]?.count ?? 1;
  return (
    <table class="pairs">
      <caption>{distinct === 0 ? "No pair is left." : `The most frequent of ${distinct} pairs`}</caption>
      <thead>
        <tr>
          <th scope="col">pair</th>
          <th scope="col">reads</th>
          <th scope="col">count</th>
          <th scope="col">
            <span class="hidden">note</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ left, right, count }, i) => (
          <tr key={`${left},${right}`} class={i === 0 && merges ? "winner" : ""}>
            <td class="numbers">
              ({left}, {right})
            </td>
            <td>
              <span class="text">{labels.get(left)}</span>
              <span class="joint" aria-hidden="true">
                +
              </span>
              <span class="text">{labels.get(right)}</span>
            </td>
            <td class="numbers">
              <svg class="bar" viewBox="0 0 60 10" aria-hidden="true">
                <rect width={(60 * count) / most} height="10" rx="2" />
              </svg>
              {count}
            </td>
            <td class="note">{noteOf(i, tied, merges, why)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function noteOf(row: number, tied: number, merges: boolean, why: string): string {
  if (row === 0 && merges) return tied > 1 ? `tie: wins, ${why}` : "wins";
  return row < tied && tied > 1 ? "tie" : "";
}
