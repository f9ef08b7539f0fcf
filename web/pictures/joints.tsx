// Tokens in a row, and between every two of them the rank of their merge: what encoding looks at.

export interface JointsProps {
  /** What the row shows, for those who do not see it. */
  label: string;
  ids: readonly number[];
  labels: ReadonlyMap<number, string>;
  /** The rank of the merge of tokens i and i + 1; undefined where there is none. */
  ranks: readonly (number | undefined)[];
  /** Which of these pairs merges next. */
  next?: number | undefined;
  /** The token that was just made. */
  newest?: number | undefined;
  /** In words, for those who do not see it: "rank {rank}", "no merge". */
  words: { rank: string; none: string };
}

export function Joints({ label, ids, labels, ranks, next, newest, words }: JointsProps) {
  return (
    <ol class="tokens joints" aria-label={label}>
      {ids.map((id, i) => {
        const rank = ranks[i];
        const kind = i === newest ? "newest" : id >= 256 ? "merged" : "";
        return (
          <li key={i}>
            <span class={`token ${kind}`}>
              <span class="text">{labels.get(id) ?? "?"}</span>
              <span class="id">{id}</span>
            </span>
            {i < ids.length - 1 && (
              <span class={i === next ? "joint next" : "joint"}>
                <span class="hidden">{rank === undefined ? words.none : words.rank} </span>
                {rank ?? "·"}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
