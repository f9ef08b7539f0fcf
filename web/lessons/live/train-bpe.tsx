// The picture of lesson "train-bpe": a text, the merges learned from it, and every step between.

import { useMemo, useRef, useState } from "preact/hooks";
import { Pairs } from "../../pictures/pairs.tsx";
import { Tokens } from "../../pictures/tokens.tsx";
import { counted } from "../../pictures/words.ts";
import type { LivePicture } from "../live.ts";
import { TextInput } from "../TextInput.tsx";
import { type TrainingResult, type TrainingStart, trainAtOnce } from "./training.ts";
import { type TrainingControl, useTraining } from "./useTraining.ts";

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
  const [merges, setMerges] = useState(String(start.merges));
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const changed = text !== start.text || merges !== String(start.merges);
  const busy = progress !== undefined;
  // Progress comes many times a second, and must not have all the tokens compared each time.
  const steps = useMemo(() => <Steps result={result} busy={busy} goTo={goTo} />, [result, busy]);

  /** Trains when nothing has changed for a moment. */
  const change = (text: string | File, merges: string) => {
    setText(text);
    setMerges(merges);
    clearTimeout(waiting.current);
    if (isCount(merges)) waiting.current = setTimeout(() => train(text, Number(merges)), 250);
  };

  return (
    <div class="live train-bpe">
      <TextInput label="Text to learn from" value={text} onChange={(text) => change(text, merges)} />
      <div class="row">
        <label class="field">
          Merges to learn
          <input
            type="text"
            inputMode="numeric"
            value={merges}
            onInput={(event) => change(text, event.currentTarget.value)}
          />
        </label>
        <button
          type="button"
          aria-disabled={!changed}
          onClick={() => changed && change(start.text, String(start.merges))}
        >
          Reset
        </button>
        <span role="status" class="training">
          {progress && (
            <>
              <progress max={progress.of} value={progress.merges} />
              <button type="button" onClick={stop}>
                Stop
              </button>
              {progress.merges} of {counted(progress.of, "merge")}
            </>
          )}
        </span>
      </div>
      <p class="findings" role="status">
        {isCount(merges) ? problem : `Merges to learn: a whole number from 0 to ${mostMerges}.`}
      </p>
      {steps}
    </div>
  );
}

function isCount(typed: string): boolean {
  return /^\d+$/.test(typed.trim()) && Number(typed) <= mostMerges;
}

interface StepsProps {
  result: TrainingResult;
  busy: boolean;
  goTo: TrainingControl["goTo"];
}

const endings = {
  complete: "",
  exhausted: "No pair is left, so training ended here.",
  stopped: "Training was stopped here.",
};

function Steps({ result, busy, goTo }: StepsProps) {
  const { merges, ids, cut, ended } = result;
  const { step, round, ids: idsNow } = result.now;
  const labels = new Map(result.labels);
  const last = merges.length;
  const newest = step > 0 ? merges[step - 1]!.id : undefined;
  return (
    <div class="steps" aria-busy={busy}>
      <div class="row stepper">
        <button
          type="button"
          aria-label="One merge back"
          aria-disabled={step === 0}
          onClick={() => goTo((step) => Math.max(0, step - 1))}
        >
          ◀ Back
        </button>
        <input
          type="range"
          min="0"
          max={last}
          value={step}
          aria-label="Merges done"
          onInput={({ currentTarget }) => goTo(() => currentTarget.valueAsNumber)}
        />
        <button
          type="button"
          class="primary"
          aria-disabled={step === last}
          onClick={() => goTo((step) => Math.min(last, step + 1))}
        >
          Next merge ▶
        </button>
      </div>
      <p class="where" role="status">
        {step === 0 ? "Before the first merge: every byte is a token." : sentence(result, step - 1, labels)}
      </p>
      <Tokens
        label={`The text after ${counted(step, "merge")}`}
        ids={idsNow}
        labels={labels}
        newest={newest}
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
      <p class="final">
        {`${counted(last, "merge")} learned. ${endings[ended]}`} Ids at the end:{" "}
        <output>{ids.slice(0, 120).join(" ")}</output>
        {(cut || ids.length > 120) && " …"}
      </p>
    </div>
  );
}

interface LogProps {
  result: TrainingResult;
  labels: ReadonlyMap<number, string>;
  goTo: TrainingControl["goTo"];
}

const shownBefore = 20;
const shownAfter = 40;

/** The merges in order, around the current step. */
function Log({ result, labels, goTo }: LogProps) {
  const { merges, now } = result;
  const from = Math.max(0, now.step - shownBefore);
  const to = Math.min(merges.length, now.step + shownAfter);
  return (
    <div class="log">
      <p class="log-title" id="merges-learned">
        Merges learned
      </p>
      {from > 0 && <p class="more">… {from} earlier</p>}
      <ol start={from + 1} aria-labelledby="merges-learned">
        {merges.slice(from, to).map(({ id }, i) => {
          const step = from + i + 1;
          return (
            <li
              key={id}
              class={step <= now.step ? "done" : ""}
              aria-current={step === now.step ? "step" : undefined}
            >
              <button type="button" onClick={() => goTo(() => step)}>
                {sentence(result, step - 1, labels)}
              </button>
            </li>
          );
        })}
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
  return `(${left}, ${right}) → ${id} ${labels.get(id)}, ${counted(count ?? 0, "time")}.${tie}`;
}

export default { parse, compute: trainAtOnce, View, standsAlone: true } satisfies LivePicture<
  TrainingStart,
  TrainingResult
>;
