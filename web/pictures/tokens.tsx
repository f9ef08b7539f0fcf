// A text as a strip of tokens: each a chip with its label and its id.

export interface TokensProps {
  /** What the strip shows, for screen readers. */
  label: string;
  ids: ArrayLike<number>;
  /** The label of each id. */
  labels: ReadonlyMap<number, string>;
  /** The id to point out: the token that was just made. */
  newest?: number | undefined;
}

export function Tokens({ label, ids, labels, newest }: TokensProps) {
  return (
    <ol class="tokens" aria-label={label}>
      {Array.from(ids, (id, i) => (
        <li key={i} class={id === newest ? "token newest" : id >= 256 ? "token merged" : "token"}>
          <span class="text">{labels.get(id) ?? "?"}</span>
          <span class="id">{id}</span>
        </li>
      ))}
    </ol>
  );
}
