// The picture of lesson "train-bpe": a text, the merges learned from it, and every step between.

import { useMemo, useRef, useState } from "preact/hooks";
import type { TieRule } from "../../core/index.ts";
import { Pairs } from "../../pictures/pairs.tsx";
import { RulesCompared } from "../../pictures/rules-compared.tsx";
import { Tokens } from "../../pictures/tokens.tsx";
import { counted } from "../../pictures/words.ts";
import { Pick } from "../controls.tsx";
import type { LivePicture } from "../live.ts";
import { Stepper } from "../Stepper.tsx";
import { TextInput } from "../TextInput.tsx";
import { type TrainingResult, type TrainingStart, tieRules, trainAtOnce } from "./training.ts";
import { type TrainingControl, useTraining } from "./useTraining.ts";

const mostMerges = 2000;

function parse(data: unknown): TrainingStart {
  const { text, merges } = (data ?? {}) as Partial<TrainingStart>;
  if (typeof text !== "string" || typeof merges !== "number")
    throw new Error("the picture train-bpe starts with a `text` and a number of `merges`");
  return { text, merges, tieRule: "first" };
}

const rules: Record<TieRule, { label: string; why: string }> = {
  first: { label: "occurs first", why: "it comes first" },
  smallest: { label: "has the lowest ids", why: "it has the lowest ids" },
  last: { label: "occurs last", why: "it comes last" },
};

function View({ start, result: first }: { start: TrainingStart; result: TrainingResult }) {
  const { result, progress, problem, train, stop, goTo } = useTraining(first, start);
  const [text, setText] = useState<string | File>(start.text);
  const [merges, setMerges] = useState(String(start.merges));
  const [rule, setRule] = useState(start.tieRule);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const changed = text !== start.text || merges !== String(start.merges) || rule !== start.tieRule;
  const busy = progress !== undefined;
  // Progress comes many times a second, and must not have all the tokens compared each time.
  const steps = useMemo(() => <Steps result={result} busy={busy} goTo={goTo} />, [result, busy]);

  /** Trains when nothing has changed for a moment. */
  const change = (text: string | File, merges: string, rule: TieRule) => {
    setText(text);
    setMerges(merges);
    setRule(rule);
    clearTimeout(waiting.current);
    if (isCount(merges)) waiting.current = setTimeout(() => train(text, Number(merges), rule), 250);
  };

  return (
    <div class="live train-bpe">
      <TextInput label="Text to learn from" value={text} onChange={(text) => change(text, merges, rule)} />
      <div class="row">
        <label class="field">
          Merges to learn
          <input
            type="text"
            inputMode="numeric"
            value={merges}
            onInput={(event) => change(text, event.currentTarget.value, rule)}
          />
        </label>
        <button
          type="button"
          aria-disabled={!changed}
          onClick={() => changed && change(start.text, String(start.merges), start.tieRule)}
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
      <Pick
        label="When pairs tie, merge the one that"
        value={rule}
        options={tieRules.map((value) => ({ value, label: rules[value].label }))}
        onChange={(rule) => change(text, merges, rule)}
      />
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
      <Stepper step={step} last={last} onGo={goTo} />
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
          why={rules[result.tieRule].why}
        />
        <Log result={result} labels={labels} goTo={goTo} />
      </div>
      <p class="final">
        {`${counted(last, "merge")} learned. ${endings[ended]}`} Ids at the end:{" "}
        <output>{ids.slice(0, 120).join(" ")}</output>
        {(cut || ids.length > 120) && " …"}
      </p>
      {result.rules && (
        <RulesCompared
          title="The same text, with each rule for ties"
          rules={result.rules.map(({ rule, ...made }) => ({ ...made, label: rules[rule].label }))}
          chosen={tieRules.indexOf(result.tieRule)}
        />
      )}
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
  { merges, tied, tieRule }: TrainingResult,
  index: number,
  labels: ReadonlyMap<number, string>,
): string {
  const { left, right, id, count } = merges[index]!;
  const ties = tied[index]!;
  const tie = ties > 1 ? ` ${ties} pairs tied; ${rules[tieRule].why.replace("it ", "this one ")}.` : "";
  return `(${left}, ${right}) → ${id} ${labels.get(id)}, ${counted(count ?? 0, "time")}.${tie}`;
}

export default { parse, compute: trainAtOnce, View, standsAlone: true } satisfies LivePicture<
  TrainingStart,
  TrainingResult
>;
