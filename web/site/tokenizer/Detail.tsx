// All there is to say about one token.

import { hex, labelOf } from "../../pictures/bytes.ts";
import { grouped } from "../../pictures/numbers.ts";
import { partsOf, startOf, type TokenText } from "../../pictures/parts.ts";
import { Parts } from "../../pictures/token-text.tsx";
import { counted } from "../../pictures/words.ts";
import type { Explained, MadeOf } from "./work.ts";

export interface DetailProps {
  /** What the vocabulary is called. */
  title: string | undefined;
  text: TokenText | undefined;
  index: number | undefined;
  explained: Explained | undefined;
}

export function Detail({ title, text, index, explained }: DetailProps) {
  if (!text || index === undefined || index >= text.ids.length)
    return (
      <aside class="detail">
        <p class="keys">
          Point at a token to see its bytes and the merges that made it; click to keep it. With the keyboard:{" "}
          <kbd>Tab</kbd> to the tokens, then <kbd>←</kbd> and <kbd>→</kbd>.
        </p>
      </aside>
    );
  const [start, end] = [startOf(text, index), text.ends[index]!];
  const bytes = text.bytes.subarray(start, end);
  const parts = partsOf(text.bytes, start, end);
  return (
    <aside class="detail">
      <p class="where">
        Token {grouped(index + 1)} of {grouped(text.ids.length)}, {title}
      </p>
      <p class="big">
        <span class="piece-of-text hue-1">
          <Parts parts={parts} />
        </span>
      </p>
      <dl>
        <dt>id</dt>
        <dd>{text.ids[index]}</dd>
        <dt>{bytes.length === 1 ? "byte" : "bytes"}</dt>
        <dd class="numbers">{hex(bytes)}</dd>
        {parts.map((part, i) =>
          part.kind === "slice" ? (
            <div key={i}>
              <dt>part of</dt>
              <dd>
                {part.slice.character}: {counted(part.slice.to - part.slice.from, "byte")} of its{" "}
                {part.slice.of}
              </dd>
            </div>
          ) : null,
        )}
        {explained && (
          <>
            <dt>{explained.special ? "kind" : "piece"}</dt>
            <dd>{explained.special ? "a special token" : <Piece {...{ text, start, end, explained }} />}</dd>
          </>
        )}
      </dl>
      {explained && <Steps steps={explained.steps} whole={bytes} special={explained.special} />}
      {/* The sentence that a screen reader says while the keyboard moves from token to token. */}
      <p class="hidden" role="status">
        {`${labelOf(bytes)}, id ${text.ids[index]}, token ${index + 1} of ${text.ids.length}`}
      </p>
    </aside>
  );
}

/** How much of a piece is shown on each side of the token, in bytes. */
const around = 40;

interface PieceProps {
  text: TokenText;
  start: number;
  end: number;
  explained: Explained;
}

/** The piece that no merge crosses, with the token marked in it. */
function Piece({ text: { bytes }, start, end, explained: { piece } }: PieceProps) {
  const [from, to] = [Math.max(piece.start, start - around), Math.min(piece.end, end + around)];
  return (
    <span class="whole-piece">
      {from > piece.start && "… "}
      <Parts parts={partsOf(bytes, from, start)} />
      <mark>
        <Parts parts={partsOf(bytes, start, end)} />
      </mark>
      <Parts parts={partsOf(bytes, end, to)} />
      {to < piece.end && " …"}
    </span>
  );
}

function Steps({ steps, whole, special }: { steps: MadeOf[]; whole: Uint8Array; special: boolean }) {
  if (special) return <p class="quiet">It has an id of its own; no merge makes it.</p>;
  if (steps.length === 0)
    return (
      <p class="quiet">
        {whole.length === 1
          ? "A single byte: no merge is needed."
          : "No merges lead to it: it is in the vocabulary as a whole."}
      </p>
    );
  return (
    <>
      <p class="log-title">{counted(steps.length, "merge")} made it</p>
      <ol class="made-of">
        {steps.map(({ left, right, id, leftBytes, rightBytes }, i) => (
          <li key={i}>
            <span class="text">{labelOf(Uint8Array.from(leftBytes))}</span> <small>{left}</small>
            {" + "}
            <span class="text">{labelOf(Uint8Array.from(rightBytes))}</span> <small>{right}</small>
            {" → "}
            <span class="text">{labelOf(Uint8Array.from([...leftBytes, ...rightBytes]))}</span>{" "}
            <small>{id}</small>
          </li>
        ))}
      </ol>
    </>
  );
}
