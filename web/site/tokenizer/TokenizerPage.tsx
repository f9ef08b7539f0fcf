// The tokenizer page: any text, and the tokens that vocabularies make of it, side by side.

import { useEffect, useMemo, useState } from "preact/hooks";
import { packState, readState } from "../../lessons/link.ts";
import { TextInput } from "../../lessons/TextInput.tsx";
import { type PublishedName, published } from "../../lessons/vocabularies.ts";
import { grouped, megabytes } from "../../pictures/numbers.ts";
import { copyText } from "./copy.ts";
import { Detail } from "./Detail.tsx";
import { FilePicker, LearnForm, type Learning } from "./forms.tsx";
import { Panel } from "./Panel.tsx";
import { type Shared, sharedFrom, specials } from "./state.ts";
import { type Key, keys, type State, useTokenizers } from "./useTokenizers.ts";
import type { Encoded, Explained, Special } from "./work.ts";

/** What the page shows before anything was asked of it. It survives JSON. */
export interface Start {
  text: string;
  chosen: PublishedName[];
  characters: number;
  results: Record<string, { ids: number[]; ends: number[] }>;
  explained: Explained[];
}

/** What a vocabulary is called here. */
export function titleOf(key: Key): string {
  if (key === "own") return "My own";
  return key === "file" ? "From a file" : published[key].title;
}

const specialTitles: Record<Special, string> = {
  error: "refuse the text",
  text: "read them as text",
  all: "give them their ids",
};

/** A token of a text as a vocabulary reads it. One that is kept stays when the pointer passes over others. */
interface Pointed {
  key: Key;
  index: number;
  kept: boolean;
}

export function TokenizerPage({ start }: { start: Start }) {
  const work = useTokenizers(
    useMemo(() => encodedFrom(start), []),
    start.explained,
  );
  const [text, setText] = useState<string | File>(start.text);
  const [chosen, setChosen] = useState<Key[]>(start.chosen);
  const [special, setSpecial] = useState<Special>("error");
  const [show, setShow] = useState<"text" | "ids">("text");
  const [learning, setLearning] = useState<Learning>({ text: start.text, merges: "30", pattern: "cl100k" });
  const [pointed, setPointed] = useState<Pointed>();
  const [said, setSaid] = useState<string>();
  const link = useLink((shared) => {
    setText(shared.text);
    setChosen(shared.chosen);
    setSpecial(shared.special);
    if (shared.own) setLearning({ ...shared.own, merges: String(shared.own.merges) });
  });
  const { encoded, states } = work;

  /** Takes over what changed, and has the text encoded anew. */
  const change = (part: { text?: string | File; chosen?: Key[]; special?: Special }) => {
    const next = { text, chosen, special, ...part };
    setText(next.text);
    setChosen(next.chosen);
    setSpecial(next.special);
    setSaid(undefined);
    if (!link.followed) work.encode(next);
  };
  const choose = (key: Key, wanted: boolean) =>
    change({ chosen: keys.filter((other) => (other === key ? wanted : chosen.includes(other))) });

  // Does not depend on what was rendered last, so that a panel need not be drawn anew because of it.
  const point = (key: Key, index: number | undefined, kept: boolean) =>
    setPointed((before) => {
      const again = before?.key === key && before.index === index;
      if (index === undefined || (kept && again && before.kept)) return undefined;
      return !kept && (before?.kept || again) ? before : { key, index, kept };
    });
  useEffect(() => {
    if (pointed) work.explain(pointed.key, pointed.index);
  }, [pointed]);
  useEffect(() => setPointed(undefined), [encoded]);

  const showFollowed = () => {
    link.done();
    const { own } = link.followed!;
    if (own && chosen.includes("own")) work.train(own.text, own.merges, own.pattern);
    work.encode({ text, chosen, special });
  };

  const copyLink = async () => {
    const { pattern, text: learned } = learning;
    const own = { text: learned, merges: Number(learning.merges), pattern };
    const parts = { text, special, chosen: chosen.filter((key) => key !== "file") };
    const shared = chosen.includes("own") ? { ...parts, own } : parts;
    const isFile = typeof text !== "string" || (chosen.includes("own") && typeof learned !== "string");
    const fragment = isFile ? undefined : await packState(shared);
    if (!fragment) return setSaid("This text is too long for a link.");
    history.replaceState(null, "", fragment);
    const left = chosen.includes("file") ? " What came from a file is not in it." : "";
    setSaid(`The link is ${(await copyText(location.href)) ? "copied" : "in the address bar"}.${left}`);
  };

  const result = pointed && encoded.results[pointed.key];
  return (
    <div class="tokenizer" aria-busy={work.busy}>
      <div class="live">
        <TextInput label="Text" value={text} onChange={(text) => change({ text })} />
        <fieldset class="choices">
          <legend>Vocabularies</legend>
          {keys.map((key) => (
            <label key={key}>
              <input
                type="checkbox"
                checked={chosen.includes(key)}
                onChange={({ currentTarget }) => choose(key, currentTarget.checked)}
              />
              <span>
                {titleOf(key)} <small>{noteOn(key, states[key])}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <div class="row">
          <label class="field">
            Special tokens
            <select
              value={special}
              onChange={({ currentTarget }) => change({ special: currentTarget.value as Special })}
            >
              {specials.map((name) => (
                <option key={name} value={name}>
                  {specialTitles[name]}
                </option>
              ))}
            </select>
          </label>
          <label class="field">
            Show
            <select
              value={show}
              onChange={({ currentTarget }) => setShow(currentTarget.value as "text" | "ids")}
            >
              <option value="text">the text</option>
              <option value="ids">the ids</option>
            </select>
          </label>
          <button type="button" onClick={copyLink}>
            Copy a link to this
          </button>
        </div>
        <div role="status" class="said">
          {link.refused ?? work.problem ?? said}
        </div>
        {link.followed && (
          <div class="followed" role="alert">
            <p>The link you followed brings this text and these choices. Nothing was done with them yet.</p>
            <button type="button" class="primary" onClick={showFollowed}>
              Show the tokens
            </button>
          </div>
        )}
      </div>
      {!link.followed && (
        <>
          <Counts encoded={encoded} chosen={chosen} />
          <div class="bench">
            <div class="panels" data-count={chosen.length}>
              {chosen.map((key) => (
                <Panel
                  key={key}
                  title={titleOf(key)}
                  state={states[key]}
                  bytes={encoded.bytes}
                  result={encoded.results[key]}
                  show={show}
                  at={pointed?.key === key ? pointed.index : undefined}
                  onPoint={(index, kept) => point(key, index, kept)}
                  onRetry={key in published ? () => work.fetch(key as PublishedName) : undefined}
                  onStop={() => work.stop(key)}
                >
                  {key === "own" && (
                    <LearnForm learning={learning} onChange={setLearning} onLearn={work.train} />
                  )}
                  {key === "file" && <FilePicker onFiles={work.read} />}
                </Panel>
              ))}
            </div>
            <Detail
              title={pointed && titleOf(pointed.key)}
              text={result && "ids" in result ? { bytes: encoded.bytes, ...result } : undefined}
              index={pointed?.index}
              explained={
                work.explained?.key === pointed?.key && work.explained?.index === pointed?.index
                  ? work.explained
                  : undefined
              }
            />
          </div>
        </>
      )}
    </div>
  );
}

function encodedFrom({ text, characters, results }: Start): Encoded {
  const arrays = Object.entries(results).map(([key, { ids, ends }]) => [
    key,
    { ids: Uint32Array.from(ids), ends: Uint32Array.from(ends) },
  ]);
  return { bytes: new TextEncoder().encode(text), characters, results: Object.fromEntries(arrays) };
}

function noteOn(key: Key, state: State): string {
  if (state.status === "ready") return `${grouped(state.size)} tokens`;
  if (key === "own") return "learned from a text";
  if (key === "file") return "a tokenizer's own file";
  return `${grouped(published[key].size)} tokens, ${megabytes(published[key].bytes)} to fetch`;
}

/** How many tokens each vocabulary makes of the text. */
function Counts({ encoded, chosen }: { encoded: Encoded; chosen: Key[] }) {
  const { bytes, characters, results } = encoded;
  const counts = chosen.flatMap((key) => {
    const result = results[key];
    return result && "ids" in result ? [{ key, count: result.ids.length }] : [];
  });
  const most = Math.max(...counts.map(({ count }) => count));
  return (
    <table class="counts">
      <caption>
        The text: {grouped(characters)} characters, {grouped(bytes.length)} bytes
      </caption>
      <thead>
        <tr>
          <th scope="col">vocabulary</th>
          <th scope="col">tokens</th>
          <th scope="col">bytes a token</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ key, count }) => (
          <tr key={key}>
            <th scope="row">{titleOf(key)}</th>
            <td>
              <svg class="bar" viewBox="0 0 60 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(60 * count) / Math.max(most, 1)} height="10" />
              </svg>
              {grouped(count)}
            </td>
            <td>{count > 0 ? (bytes.length / count).toFixed(2) : "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * The state that the page's address carries. It is filled in, and waits for a click: a stranger wrote it, and it may
 * ask for megabytes.
 */
function useLink(fillIn: (shared: Shared) => void) {
  const [followed, setFollowed] = useState<Shared>();
  const [refused, setRefused] = useState<string>();
  useEffect(() => {
    const follow = async () => {
      setRefused(undefined);
      try {
        const state = await readState(location.hash);
        if (state === undefined) return;
        const shared = sharedFrom(state);
        fillIn(shared);
        setFollowed(shared);
      } catch (error) {
        setRefused((error as Error).message);
      }
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return { followed, refused, done: () => setFollowed(undefined) };
}
