// The page's side of the work: a worker that is started when first needed, the vocabularies as they come in, and
// what the worker said last.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Pattern } from "../../core/index.ts";
import { fetchVocabulary, type PublishedName, published } from "../../lessons/vocabularies.ts";
import { startWorker } from "../../lessons/worker.ts";
import type { Encoded, Explained, FromWorker, Source, Special, ToWorker } from "./work.ts";

/** A published vocabulary, one learned here, or one from a file. */
export type Key = PublishedName | "own" | "file";

export const keys: readonly Key[] = ["gpt2", "cl100k", "o200k", "own", "file"];

export type State =
  | { status: "absent" }
  | { status: "coming"; done: number; of: number; unit: "bytes" | "merges" }
  | { status: "ready"; size: number }
  | { status: "failed"; message: string };

/** What is asked for: a text, read by some tokenizers. */
export interface Wanted {
  text: string | File;
  chosen: Key[];
  special: Special;
}

export interface TokenizersControl {
  encoded: Encoded;
  /** Whether what is shown is older than what is asked for. */
  busy: boolean;
  /** Why the text could not be read, in a sentence. */
  problem: string | undefined;
  states: Record<Key, State>;
  /** How the token came about that was asked for last. */
  explained: Explained | undefined;
  /** Has the text encoded; vocabularies that are chosen and not here yet are fetched. */
  encode(wanted: Wanted): void;
  fetch(name: PublishedName): void;
  /** Makes a vocabulary of one's own. */
  train(text: string | Blob, merges: number, pattern: Pattern): void;
  read(files: File[], pattern: Pattern): void;
  /** Ends what is coming: a fetch is given up, a training keeps what was learned. */
  stop(key: Key): void;
  explain(key: Key, index: number): void;
}

const absent: State = { status: "absent" };
const lost =
  "The part of the page that does the work could not be loaded. Check your connection and try again.";

export function useTokenizers(first: Encoded, firstExplained: Explained[]): TokenizersControl {
  const [encoded, setEncoded] = useState(first);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [explained, setExplained] = useState<Explained>();
  const [states, setStates] = useState<Record<Key, State>>({
    gpt2: absent,
    cl100k: absent,
    o200k: absent,
    own: absent,
    file: absent,
  });
  // What callbacks need to know of the last state, whenever they come.
  const now = useRef({
    states,
    wanted: undefined as Wanted | undefined,
    encodings: 0,
    underWay: false,
    questions: 0,
  });
  now.current.states = states;
  const worker = useRef<Promise<Worker>>(undefined);
  const fetches = useRef(new Map<Key, AbortController>());

  useEffect(() => () => void worker.current?.then((worker) => worker.terminate()), []);

  const setState = (key: Key, state: State) => {
    now.current.states = { ...now.current.states, [key]: state };
    setStates(now.current.states);
  };

  const receive = ({ data }: MessageEvent<FromWorker>) => {
    const { current } = now;
    if (data.type === "progress") {
      setState(data.key as Key, { status: "coming", done: data.merges, of: data.of, unit: "merges" });
    } else if (data.type === "made") {
      setState(data.key as Key, { status: "ready", size: data.size });
      if (current.wanted?.chosen.includes(data.key as Key)) send();
    } else if (data.type === "failed") {
      setState(data.key as Key, { status: "failed", message: data.message });
    } else if (data.type === "explained") {
      if (data.number === current.questions) setExplained(data.explained);
    } else {
      current.underWay = false;
      // A newer text has come up meanwhile: this answer is shown all the same, so that typing shows its work.
      if (data.type === "encoded") setEncoded(data.encoded);
      setProblem(data.type === "unreadable" ? data.message : undefined);
      setExplained(undefined);
      if (data.number === current.encodings) setBusy(false);
      else sendNow();
    }
  };

  const startOne = async () => {
    const role = (await import("./worker.ts?bundled")).default;
    const started = await startWorker(role);
    started.onmessage = receive;
    started.onerror = fail;
    return started;
  };
  const fail = () => {
    worker.current = undefined;
    now.current.underWay = false;
    setBusy(false);
    setProblem(lost);
    for (const key of Object.keys(now.current.states) as Key[]) setState(key, absent);
  };
  const post = (message: ToWorker) => {
    worker.current ??= startOne();
    worker.current.then((worker) => worker.postMessage(message), fail);
  };

  /** Asks for the last text; one question at a time, so that fast typing does not pile them up. */
  const send = () => {
    now.current.encodings++;
    setBusy(true);
    if (!now.current.underWay) sendNow();
  };
  const sendNow = () => {
    const { wanted, encodings: number, states } = now.current;
    const { text, special } = wanted!;
    now.current.underWay = true;
    const keys = wanted!.chosen.filter((key) => states[key].status === "ready");
    post({ type: "encode", number, text, keys, special });
  };

  const make = (key: Key, source: Source, of: number) => {
    setState(key, { status: "coming", done: 0, of, unit: "merges" });
    post({ type: "make", key, source });
  };

  const fetchOne = async (name: PublishedName) => {
    fetches.current.get(name)?.abort();
    const control = new AbortController();
    fetches.current.set(name, control);
    const of = published[name].bytes;
    const progress = (done: number) => setState(name, { status: "coming", done, of, unit: "bytes" });
    progress(0);
    try {
      const vocabulary = await fetchVocabulary(name, { signal: control.signal, onProgress: progress });
      post({ type: "make", key: name, source: { kind: "published", vocabulary } });
    } catch (error) {
      if (fetches.current.get(name) !== control) return;
      const message = control.signal.aborted ? "Fetching was cancelled." : (error as Error).message;
      setState(name, { status: "failed", message });
    }
  };

  return {
    encoded,
    busy,
    problem,
    states,
    explained,
    encode: (wanted) => {
      now.current.wanted = wanted;
      for (const key of wanted.chosen)
        if (key in published && states[key].status === "absent") fetchOne(key as PublishedName);
      send();
    },
    fetch: fetchOne,
    train: (text, merges, pattern) => make("own", { kind: "trained", text, merges, pattern }, merges),
    read: async (files, pattern) => {
      try {
        const read = await Promise.all(files.map(async (file) => [file.name, await bytesOf(file)] as const));
        make("file", { kind: "files", files: Object.fromEntries(read), pattern }, 0);
      } catch {
        setState("file", { status: "failed", message: "A file cannot be read. Is it a folder?" });
      }
    },
    stop: (key) => {
      fetches.current.get(key)?.abort();
      if (key === "own") post({ type: "stop", key });
    },
    explain: (key, index) => {
      const number = ++now.current.questions;
      if (states[key].status === "ready") post({ type: "explain", number, key, index });
      else setExplained(firstExplained.find((one) => one.key === key && one.index === index));
    },
  };
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
