// A text coloured by its tokens. What stands in the document is the text itself, so that it can be selected,
// copied and found: all that is drawn on top of it comes from CSS.

import { type Part, partsOf, type Slice, type Stretch, startOf, type TokenText } from "./parts.ts";

export interface StretchProps {
  text: TokenText;
  stretch: Stretch;
  /** The token that is pointed out, if it is one of the stretch. */
  at?: number | undefined;
}

/** Each token of a stretch: its text on a coloured ground, a part of a character as a slice of it. */
export function StretchOfTokens({ text, stretch: { first, last }, at }: StretchProps) {
  return Array.from({ length: last - first }, (_, i) => {
    const index = first + i;
    return (
      <span key={index} class={classOf(index, at)} data-token={index}>
        <Parts parts={partsOf(text.bytes, startOf(text, index), text.ends[index]!)} />
      </span>
    );
  });
}

/** Each token of a stretch as its id. */
export function StretchOfIds({ text, stretch: { first, last }, at }: StretchProps) {
  return Array.from(text.ids.subarray(first, last), (id, i) => (
    <span key={first + i} class={classOf(first + i, at)} data-token={first + i}>
      {`${id} `}
    </span>
  ));
}

function classOf(index: number, at: number | undefined): string {
  return `piece-of-text hue-${(index % 5) + 1}${index === at ? " at" : ""}`;
}

/** Text as it is, what cannot be seen with a mark, and a part of a character as a slice of it. */
export function Parts({ parts }: { parts: Part[] }) {
  return parts.map((part, i) => {
    if (part.kind === "text") return part.text;
    if (part.kind === "slice") return <SliceOfCharacter key={i} slice={part.slice} />;
    return (
      <span key={i} class="unseen" data-mark={part.mark}>
        {part.text}
      </span>
    );
  });
}

/** The whole character faintly, the slice in full, and the bytes in hexadecimal. */
export function SliceOfCharacter({ slice: { character, from, to, of, hex } }: { slice: Slice }) {
  return (
    <span class={`slice of-${of} from-${from} to-${to}`} data-hex={hex}>
      {/* The text itself stands in the document once: in the character's first slice. */}
      {from === 0 ? <span>{character}</span> : <span data-character={character} />}
      <span class="sharp" data-character={character} />
    </span>
  );
}
