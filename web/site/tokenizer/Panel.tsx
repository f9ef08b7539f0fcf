// One vocabulary's reading of the text; or what is still missing for it.

import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { TokenView } from "../../lessons/TokenView.tsx";
import { grouped, megabytes } from "../../pictures/numbers.ts";
import { counted } from "../../pictures/words.ts";
import { copyText } from "./copy.ts";
import type { State } from "./useTokenizers.ts";
import type { Tokens } from "./work.ts";

export interface PanelProps {
  title: string;
  state: State;
  /** The text in UTF-8. */
  bytes: Uint8Array;
  result: Tokens | { problem: string } | undefined;
  show: "text" | "ids";
  at: number | undefined;
  onPoint(index: number | undefined, kept: boolean): void;
  /** Has it fetched once more; absent where there is nothing to fetch. */
  onRetry?: (() => void) | undefined;
  onStop(): void;
  /** How this vocabulary is made. */
  children?: ComponentChildren;
}

export function Panel({ title, state, bytes, result, show, at, children, ...on }: PanelProps) {
  const tokens = result && "ids" in result ? result : undefined;
  const text = useMemo(() => tokens && { bytes, ...tokens }, [bytes, tokens]);
  // The pointer moves over some panel many times a second; the others stay as they are.
  const view = useMemo(
    () =>
      text && <TokenView label={`Tokens of ${title}`} text={text} show={show} at={at} onPoint={on.onPoint} />,
    [text, show, at],
  );
  return (
    <section class="panel" aria-label={title}>
      <header class="row">
        <h2>{title}</h2>
        <span class="count" role="status">
          {tokens && `${grouped(tokens.ids.length)} ${tokens.ids.length === 1 ? "token" : "tokens"}`}
        </span>
        {tokens && <CopyIds ids={tokens.ids} />}
      </header>
      {children}
      <Coming title={title} state={state} onRetry={on.onRetry} onStop={on.onStop} />
      {result && "problem" in result && (
        <p class="problem" role="alert">
          {result.problem}
        </p>
      )}
      {view}
    </section>
  );
}

interface ComingProps {
  title: string;
  state: State;
  onRetry: (() => void) | undefined;
  onStop(): void;
}

/** The vocabulary on its way, or why it did not come. */
function Coming({ title, state, onRetry, onStop }: ComingProps) {
  if (state.status === "coming") {
    const { done, of, unit } = state;
    const far =
      unit === "bytes" ? `${megabytes(done)} of ${megabytes(of)}` : `${done} of ${counted(of, "merge")}`;
    return (
      <div class="row coming">
        <progress aria-label={`${title}: coming`} max={Math.max(of, 1)} value={done} />
        <span>{far}</span>
        <button type="button" onClick={onStop}>
          {unit === "bytes" ? "Cancel" : "Stop"}
        </button>
      </div>
    );
  }
  if (state.status !== "failed") return null;
  return (
    <div class="row" role="alert">
      <p class="problem">{state.message}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

function CopyIds({ ids }: { ids: Uint32Array }) {
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => {
    setCopied(await copyText(`[${ids.join(", ")}]`));
    setTimeout(setCopied, 2000, undefined);
  };
  return (
    <button type="button" class="small" onClick={copy}>
      {copied === undefined ? "Copy ids" : copied ? "Copied" : "Not allowed here"}
    </button>
  );
}
