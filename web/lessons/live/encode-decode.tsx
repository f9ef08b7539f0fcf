// The picture of lesson "encode-decode": how the learned merges make ids of a text, one by one, and back.

import type { Merge, Tokenizer, Tril } from "../../core/index.ts";
import { labelOf } from "../../pictures/bytes.ts";
import { Joints } from "../../pictures/joints.tsx";
import { fill } from "../../pictures/words.ts";
import { Pick, TextField } from "../controls.tsx";
import { type Data, dataOf, flagIn, numberIn, textIn, wordsOf } from "../data.ts";
import type { LivePicture, LiveProps, PeekProps } from "../live.ts";
import { Stepper } from "../Stepper.tsx";

const wordNames = [
  "learned",
  "text",
  "row",
  "rank",
  "none",
  "start",
  "next",
  "done",
  "rules",
  "rule",
  "ids",
  "back",
  "same",
  "differs",
  "right",
  "longest",
  "spaces",
] as const;

interface Values {
  text: string;
  /** The tokenizers to choose from: what each learns its merges from, and how many. */
  vocabularies: { text: string; merges: number }[];
  chosen: number;
  /** How many merges of the text are done. */
  step: number;
  /** The mistakes: the longest token first; white space only as a place to cut. */
  longestFirst: boolean;
  dropsSpaces: boolean;
  words: Record<(typeof wordNames)[number], string>;
}

interface Result {
  merges: Merge[];
  labels: [number, string][];
  /** The ids before the first merge, after it, and so on; and which two merge next. */
  states: { ids: number[]; next?: number; rank?: number }[];
  /** The ids at the end, right or with the mistake that is made. */
  ids: number[];
  right: number[];
  decoded: string;
  isSame: boolean;
}

function parse(block: unknown): Values {
  const data = dataOf(block);
  if (!Array.isArray(data.vocabularies) || data.vocabularies.length === 0)
    throw new Error("`vocabularies` is a list of texts to learn from, each with its number of merges");
  const vocabularies = data.vocabularies.map((entry: Data) => ({
    text: textIn(dataOf(entry), "text"),
    merges: numberIn(entry, "merges"),
  }));
  return {
    text: textIn(data, "text"),
    vocabularies,
    chosen: numberIn(data, "chosen", 0),
    step: numberIn(data, "step", 0),
    longestFirst: flagIn(data, "longestFirst"),
    dropsSpaces: flagIn(data, "dropsSpaces"),
    words: wordsOf(data, wordNames),
  };
}

function compute(tril: Tril, { text, vocabularies, chosen, longestFirst, dropsSpaces }: Values): Result {
  const from = vocabularies[chosen]!;
  const tokenizer = tril.trainBpe(from.text, { vocabSize: 256 + from.merges });
  const { pieces, ids: encoded } = tokenizer.encodeSteps(text);
  const right = [...encoded];
  let [ids, decoded] = [right, tokenizer.decode(right)];
  if (longestFirst) {
    ids = longestTokens(tokenizer, text);
    decoded = tokenizer.decode(ids);
  } else if (dropsSpaces) {
    const words = wordsIn(tril, text).map((word) => [...tokenizer.encode(word)]);
    ids = words.flat();
    decoded = words.map((ids) => tokenizer.decode(ids)).join(" ");
  }
  const { merges } = tokenizer;
  const bytes = [...tokenizer.decodeBytes(right)];
  const shown = new Set([...bytes, ...merges.flatMap(({ left, right, id }) => [left, right, id])]);
  const labels = Array.from(shown, (id): [number, string] => [id, labelOf(tokenizer.bytesOf(id))]);
  tokenizer.dispose();

  const states: Result["states"] = [];
  const now = [...bytes];
  for (const { at, rank, id } of pieces[0]?.merges ?? []) {
    states.push({ ids: [...now], next: at, rank });
    now.splice(at, 2, id);
  }
  states.push({ ids: now });
  return { merges, labels, states, ids, right, decoded, isSame: decoded === text };
}

/** The mistake: at each place the longest token that fits, whatever its rank. */
function longestTokens(tokenizer: Tokenizer, text: string): number[] {
  const bytes = tokenizer.decodeBytes(tokenizer.encode(text));
  const ids: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let end = bytes.length;
    while (tokenizer.idOf(bytes.subarray(at, end)) === undefined) end--;
    ids.push(tokenizer.idOf(bytes.subarray(at, end))!);
    at = end;
  }
  return ids;
}

function wordsIn(tril: Tril, text: string): string[] {
  const splitter = tril.trainWords("");
  const words = splitter.words(text).map(({ word }) => word);
  splitter.dispose();
  return words;
}

function View({ values, result, edit }: LiveProps<Values, Result>) {
  const { text, vocabularies, chosen, words } = values;
  const { merges, states } = result;
  const labels = new Map(result.labels);
  const step = Math.min(values.step, states.length - 1);
  const { ids, next, rank } = states[step]!;
  const pairOf = ({ left, right }: Merge) => `${labels.get(left)} + ${labels.get(right)}`;
  const ranks = ids.map((id, i) => {
    const rank = merges.findIndex(({ left, right }) => left === id && right === ids[i + 1]);
    return rank < 0 ? undefined : rank;
  });
  const used = new Set(states.slice(0, step).map(({ rank }) => rank));
  return (
    <>
      <Pick
        label={words.learned}
        value={String(chosen)}
        options={vocabularies.map(({ text }, i) => ({ value: String(i), label: text }))}
        onChange={(chosen) => edit({ chosen: Number(chosen), step: 0 })}
      />
      <TextField
        label={words.text}
        value={text}
        most={60}
        onChange={(text) => edit({ text, step: 0 }, "text")}
      />
      <Stepper step={step} last={states.length - 1} onGo={(go) => edit({ step: go(step) }, "step")} />
      <p class="where" role="status">
        {rank === undefined
          ? fill(words.done, { count: step })
          : fill(step === 0 ? words.start : words.next, { rank, pair: pairOf(merges[rank]!) })}
      </p>
      <Joints
        label={fill(words.row, { step })}
        ids={ids}
        labels={labels}
        ranks={ranks}
        next={next}
        newest={step > 0 ? states[step - 1]!.next : undefined}
        words={words}
      />
      <div>
        <p class="strip-title">{words.rules}</p>
        <ol class="rules" start={0}>
          {merges.map((merge, rank) => (
            <li key={rank} class={used.has(rank) ? "used" : ""}>
              {fill(words.rule, { pair: pairOf(merge), id: merge.id })}
            </li>
          ))}
        </ol>
      </div>
      <Ends values={values} result={result} />
    </>
  );
}

/** The ids, and whether they decode to the text that they were made of. */
function Ends({ values, result }: Shown) {
  const { longestFirst, dropsSpaces, words } = values;
  const { ids, right, decoded, isSame } = result;
  const labels = new Map(result.labels);
  const tokens = (ids: number[]) => ids.map((id) => labels.get(id)).join(" · ");
  const isWrong = longestFirst || dropsSpaces;
  return (
    <div role="status">
      <ul class="findings">
        {isWrong && <li class="warning">{longestFirst ? words.longest : words.spaces}</li>}
        <li>
          {words.ids} <output>{ids.join(" ")}</output> ({tokens(ids)})
        </li>
        {isWrong && (
          <li>
            {words.right} {right.join(" ")} ({tokens(right)})
          </li>
        )}
        <li class={isSame ? "" : "warning"}>
          {fill(words.back, { text: decoded.replaceAll(" ", "␣") })} {isSame ? words.same : words.differs}
        </li>
      </ul>
    </div>
  );
}

type Shown = Omit<PeekProps<Values, Result>, "start">;

function Peek({ values, result }: PeekProps<Values, Result>) {
  return <Ends values={values} result={result} />;
}

/** The exercise asks for a text that uses the token "the". */
const goals: LivePicture<Values, Result>["goals"] = {
  "uses-the": ({ values, result }) => !values.longestFirst && hasToken(result),
  "mistake-on": ({ values }) => values.longestFirst,
  "other-tokenizer": ({ values }) => values.chosen !== 0,
  "no-letters": ({ values }) => !hasLetters(values),
  "letters-only": ({ result }) => !hasToken(result),
};

const hasLetters = ({ text }: Values) => text.includes("the");
const hasToken = ({ right, labels }: Result) =>
  right.some((id) => labels.some(([other, label]) => other === id && label === "the"));

export default { parse, compute, View, Peek, goals } satisfies LivePicture<Values, Result>;
