// The picture of lesson "train-bpe": a text, the merges learned from it, and every step between.

import { useMemo, useRef, useState } from "preact/hooks";
import { Pairs } from "../../pictures/pairs.tsx";
import { Tokens } from "../../pictures/tokens.tsx";
import type { LivePicture } from "../live.ts";
import { TextInput } from "../TextInput.tsx";
import { type TrainingResult, type TrainingStart, trainAtOnce } from "./training.ts";
import { useTraining } from "./useTraining.ts";

const mostMerges = 2000;

function parse(data: unknown): TrainingStart {
  const { text, merges } = (data ?? {}) as Partial<TrainingStart>;
  if (typeof text !== "string" || typeof merges !== "number")
    throw new Error("the picture train-bpe starts with a `text` and a number of `merges`");
  return { text, merges };
}

function View({ start, result: first }: { start: TrainingStart; result: TrainingResult }) {
  const { result, progress, problem, train, stop, goTo } = useTraining(first, start);
  const [text, setText] = useState<string | File>(start.text);
  const [merges, setMerges] = useState(start.merges);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const changed = text !== start.text || merges !== start.merges;

  const busy = progress !== undefined;
  // Progress comes many times a second, and must not have all the tokens compared each time.
  const steps = useMemo(
    () => <Steps result={result} asked={merges} busy={busy} goTo={goTo} />,
    [result, merges, busy],
  );

  /** Trains when nothing has changed for a moment. */
  const change = (text: string | File, merges: number) => {
    setText(text);
    setMerges(merges);
    clearTimeout(waiting.current);
    if (merges >= 0 && merges <= mostMerges) waiting.current = setTimeout(() => train(text, merges), 250);
  };

  return (
    <div class="live train-bpe">
      <TextInput label="Text to learn from" value={text} onChange={(text) => change(text, merges)} />
      <div class="row">
        <label class="field">
          Merges to learn
          <input
            type="number"
            min="0"
            max={mostMerges}
            value={merges}
            onInput={(event) => change(text, event.currentTarget.valueAsNumber)}
          />
        </label>
        <button type="button" disabled={!changed} onClick={() => change(start.text, start.merges)}>
          Reset
        </button>
        <span role="status" class="training">
          {progress && (
            <>
              <progress max={progress.of} value={progress.merges} /> {progress.merges} of {progress.of} merges
              <button type="button" onClick={stop}>
                Stop
              </button>
            </>
          )}
        </span>
      </div>
      <p class="findings" role="status">
        {problem ??
          (merges >= 0 && merges <= mostMerges ? "" : `Merges to learn: a number from 0 to ${mostMerges}.`)}
      </p>
      {steps}
    </div>
  );
}

interface StepsProps {
  result: TrainingResult;
  /** How many merges were asked for. */
  asked: number;
  busy: boolean;
  goTo(step: number): void;
}

function Steps({ result, asked, busy, goTo }: StepsProps) {
  const { merges, ids, cut, exhausted } = result;
  const { step, round, ids: idsNow } = result.now;
  const labels = new Map(result.labels);
  const last = merges.length;
  return (
    <div class="steps" aria-busy={busy}>
      <div class="row stepper">
        <button
          type="button"
          disabled={step === 0}
          onClick={() => goTo(step - 1)}
          aria-label="One merge back"
        >
          ◀ Back
        </button>
        <input
          type="range"
          min="0"
          max={last}
          value={step}
          aria-label="Merges done"
          onInput={(event) => goTo(event.currentTarget.valueAsNumber)}
        />
        <button type="button" class="primary" disabled={step === last} onClick={() => goTo(step + 1)}>
          Next merge ▶
        </button>
      </div>
      <p class="where" role="status">
        {step === 0 ? "Before the first merge: every byte is a token." : sentence(result, step - 1, labels)}
        {exhausted && step === last && " No pair is left, so training stops here."}
      </p>
      <Tokens
        label={`The text after ${step} merges`}
        ids={idsNow}
        labels={labels}
        newest={step ? merges[step - 1]!.id : undefined}
      />
      {cut && <p class="cut">… the text goes on; this is its start.</p>}
      <div class="columns">
        <Pairs
          rows={round.pairs}
          tied={round.tied}
          distinct={round.distinct}
          labels={labels}
          merges={step < last}
        />
        <Log result={result} labels={labels} goTo={goTo} />
      </div>
      {last < asked && !busy && (
        <p class="findings">
          Only {last} {last === 1 ? "merge was" : "merges were"} learned:{" "}
          {exhausted ? "no pair is left." : "training was stopped."}
        </p>
      )}
      <p class="final">
        Ids after all {last} merges: <output>{ids.slice(0, 120).join(" ")}</output>
        {(cut || ids.length > 120) && " …"}
      </p>
    </div>
  );
}

interface LogProps {
  result: TrainingResult;
  labels: ReadonlyMap<number, string>;
  goTo(step: number): void;
}

const shownBefore = 20;
const shownAfter = 40;

/** The merges in order, around the current step. */
function Log({ result, labels, goTo }: LogProps) {
  const {
    merges,
    now: { step },
  } = result;
  const from = Math.max(0, step - shownBefore);
  const to = Math.min(merges.length, step + shownAfter);
  return (
    <div class="log">
      <h3>Merges learned</h3>
      {from > 0 && <p class="more">… {from} earlier</p>}
      <ol start={from + 1}>
        {merges.slice(from, to).map(({ id }, i) => (
          <li
            key={id}
            class={from + i < step ? "done" : ""}
            aria-current={from + i + 1 === step ? "step" : undefined}
          >
            <button type="button" onClick={() => goTo(from + i + 1)}>
              {sentence(result, from + i, labels)}
            </button>
          </li>
        ))}
      </ol>
      {to < merges.length && <p class="more">… {merges.length - to} more</p>}
    </div>
  );
}

/** "(104, 97) → 256 ha, 3 times. 3 pairs tied; this one comes first." */
function sentence(
  { merges, tied }: TrainingResult,
  index: number,
  labels: ReadonlyMap<number, string>,
): string {
  const { left, right, id, count } = merges[index]!;
  const ties = tied[index]!;
  const tie = ties > 1 ? ` ${ties} pairs tied; this one comes first.` : "";
  return `(${left}, ${right}) → ${id} ${labels.get(id)}, ${count} ${count === 1 ? "time" : "times"}.${tie}`;
}

export default { parse, compute: trainAtOnce, View } satisfies LivePicture<TrainingStart, TrainingResult>;
