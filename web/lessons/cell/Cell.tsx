// A code cell of a lesson: code that can be changed and run, and what it prints. Without JavaScript it is the
// code and its expected output.

import { useEffect, useRef, useState } from "preact/hooks";
import { recall, remember } from "../memory.ts";
import { CodeBox } from "./CodeBox.tsx";
import { Figure } from "./Figure.tsx";
import { type Language, languageNames } from "./languages.ts";
import type { CellError, Line } from "./messages.ts";
import { above, leave, pageSession, register, runAbove } from "./page.ts";
import type { RunResult } from "./session.ts";

export interface CellProps {
  /** The name under which the browser keeps the learner's code, such as "lesson/cell-1". */
  id: string;
  language?: Language | undefined;
  code: string;
  /** What the code prints, as the lesson says. */
  output: string;
  /** The learner's code at first, where the lesson keeps it; it goes before what the browser has kept. */
  value?: string | undefined;
  onChange?: ((code: string) => void) | undefined;
  /** Milliseconds that a run may take. */
  timeLimit?: number | undefined;
}

type State =
  | "idle"
  | "waiting"
  | "loading"
  | "starting"
  | "running"
  | "done"
  | "failed"
  | "stopped"
  | "timed-out";

interface Result {
  lines: Line[];
  hidden: number;
  error?: CellError | undefined;
  /** The line of code that the error is on. */
  errorLine?: string | undefined;
}

export function Cell(props: CellProps) {
  const { id, language = "js", code: original, output, value, onChange } = props;
  const timeLimit = props.timeLimit ?? timeLimits[language];
  const [code, setCode] = useState(original);
  const [replaced, setReplaced] = useState(0);
  const [state, setState] = useState<State>("idle");
  const [result, setResult] = useState<Result>();
  const [canStop, setCanStop] = useState(false);
  const [isStale, setStale] = useState(false);
  const [isLive, setLive] = useState(false);
  const [note, setNote] = useState("");
  /** Ends the run that is going. */
  const ending = useRef<AbortController>(undefined);
  const root = useRef<HTMLDivElement>(null);
  const runButton = useRef<HTMLButtonElement>(null);
  const [megabytes, setMegabytes] = useState("");
  const [isFirst, setFirst] = useState(true);
  const latestRun = useRef(run);
  latestRun.current = run;

  useEffect(() => {
    setLive(true);
    register(root.current!, () => latestRun.current());
    setFirst(above(root.current!, language).length === 0);
    const kept = value ?? recall(id);
    if (kept !== undefined) replace(kept);
    return () => {
      ending.current?.abort();
      leave(root.current!);
    };
  }, []);

  /** Shows other code than was typed. */
  function replace(other: string) {
    setCode(other);
    setReplaced((count) => count + 1);
  }

  function change(changed: string) {
    if (changed === code) return;
    setCode(changed);
    setNote("");
    remember(id, changed === original ? undefined : changed);
    onChange?.(changed);
  }

  /** Says whether the code ran to its end. */
  async function run(): Promise<boolean> {
    ending.current?.abort();
    const own = new AbortController();
    ending.current = own;
    const { signal } = own;
    let shown: Result = { lines: [], hidden: 0 };
    const show = (more: Partial<Result>) => {
      if (signal.aborted) return;
      shown = { ...shown, ...more };
      setResult(shown);
      setStale(false);
    };
    // A button for a moment would only flicker.
    const soon = setTimeout(() => signal.aborted || setCanStop(true), 150);
    setState("starting");
    setNote("");
    setStale(true);
    const { state, error, forgets } = await pageSession(language).then(
      (session) =>
        session.run(code, {
          timeLimit,
          signal,
          onWaiting: () => signal.aborted || setState("waiting"),
          onStarting: () => signal.aborted || setState("starting"),
          onLoading: ({ done, of }) => {
            if (signal.aborted) return;
            setState(done < of ? "loading" : "starting");
            setMegabytes(`${done.toFixed(1)} of ${of.toFixed(1)} MB`);
          },
          onStart: () => signal.aborted || setState("running"),
          onOutput: ({ lines, hidden }) => show({ lines: [...shown.lines, ...lines], hidden }),
        }),
      (): RunResult => ({ state: "failed", error: { name: "Error", message: notLoaded } }),
    );
    clearTimeout(soon);
    if (signal.aborted) return false;
    ending.current = undefined;
    setCanStop(false);
    setState(state);
    show({ error, errorLine: error?.line ? code.split("\n")[error.line - 1] : undefined });
    if (forgets) setNote(gone);
    if (state === "done" && code === original && textOf(shown) === output) setNote(", as expected");
    return state === "done";
  }

  /** Ends the run, and has whatever it still says ignored. */
  function end(next: State) {
    if (ending.current && state === "running") setNote(gone);
    ending.current?.abort();
    ending.current = undefined;
    setState(next);
    setCanStop(false);
    setStale(false);
    runButton.current?.focus(); // the button that was pressed goes
  }

  const stop = () => end("stopped");

  function reset() {
    end("idle");
    setResult(undefined);
    replace(original);
    change(original);
  }

  async function copy() {
    setNote((await copyText(code)) ? ", copied" : ", not copied: select the code and copy it by keyboard");
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
    <div
      class="tril-cell"
      role="group"
      aria-label={`${languageNames[language]} that runs`}
      ref={root}
      data-state={state}
      data-language={language}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
        event.preventDefault();
        run();
      }}
    >
      <CodeBox
        original={original}
        code={code}
        language={language}
        replaced={replaced}
        label="Code, can be changed"
        onChange={change}
        onRun={run}
      />
      <div class="tril-cell-bar">
        <button type="button" class="tril-cell-run" ref={runButton} disabled={!isLive} onClick={run}>
          Run
        </button>
        {canStop && (
          <button type="button" class="tril-cell-stop" onClick={stop}>
            {state === "loading" ? "Cancel" : "Stop"}
          </button>
        )}
        {!isFirst && (
          <button type="button" disabled={!isLive} onClick={() => runAbove(root.current!, language)}>
            Run all above
          </button>
        )}
        {code !== original && (
          <button type="button" onClick={reset}>
            Reset
          </button>
        )}
        <button type="button" disabled={!isLive} onClick={copy}>
          Copy
        </button>
        <p class="tril-cell-status" role="status">
          {state === "loading" ? `Loading Python: ${megabytes}` : words[state](timeLimit)}
          {note}
        </p>
      </div>
      <div class="tril-cell-result" data-stale={isStale ? "" : undefined}>
        <p class="tril-cell-label">{result ? "Output" : "Expected output"}</p>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
          tabIndex={0}
        >
          <samp>{result ? groups(result.lines) : output}</samp>
        </pre>
        {result?.lines.map(
          ({ kind, text }, index) => kind === "picture" && <Figure key={index} json={text} />,
        )}
        {result && result.hidden > 0 && (
          <p class="tril-cell-more">
            … {result.hidden.toLocaleString("en")} more {result.hidden === 1 ? "line" : "lines"} not shown
          </p>
        )}
        {result?.error && <Failure {...result} error={result.error} />}
      </div>
    </div>
  );
}

const timeLimits: Record<Language, number> = { js: 10_000, python: 60_000 };

const words: Record<State, (timeLimit: number) => string> = {
  idle: () => "Not run yet",
  waiting: () => "Waiting for the cell that runs …",
  loading: () => "Loading …",
  starting: () => "Starting …",
  running: () => "Running …",
  done: () => "Done",
  failed: () => "Failed",
  stopped: () => "Stopped",
  "timed-out": (timeLimit) => `Stopped after ${timeLimit / 1000} s, the time limit`,
};

const gone = ". What the cells had made is gone: run them again from the first one.";

const notLoaded = "What runs the code could not be loaded. Check the connection, then run it again.";

function Failure({ error, errorLine }: { error: CellError; errorLine?: string | undefined }) {
  // tril's own errors are sentences; the others are known by their names.
  const isSentence = error.name === "TrilError" || error.name === "Error" || error.name === "ImportError";
  return (
    <div class="tril-cell-failure">
      <p>
        {error.line ? `Line ${error.line}: ` : ""}
        {[!isSentence && error.name, error.message].filter(Boolean).join(": ")}
      </p>
      {error.hint && <p class="tril-cell-help">{error.hint}</p>}
      {errorLine?.trim() && (
        <pre>
          <code>{marked(errorLine, error.column)}</code>
        </pre>
      )}
    </div>
  );
}

/** The line with a mark on the word that a column points at. */
function marked(line: string, column: number | undefined) {
  const text = line.trim();
  const at = (column ?? 0) - 1 - line.indexOf(text);
  const word = at >= 0 ? /^(?:[\p{L}\p{N}_$]+|.)/u.exec(text.slice(at))?.[0] : undefined;
  if (!word) return text;
  return [text.slice(0, at), <mark key="word">{word}</mark>, text.slice(at + word.length)];
}

/** The lines as text, with spans around those that are not plain prints. */
function groups(lines: Line[]) {
  const groups: Line[] = [];
  for (const { kind, text } of lines) {
    if (kind === "picture") continue;
    const last = groups.at(-1);
    if (last?.kind === kind) last.text += `\n${text}`;
    else groups.push({ kind, text });
  }
  return groups.map(({ kind, text }, index) => {
    const ended = index < groups.length - 1 ? `${text}\n` : text;
    return kind === "print" ? ended : <span class={`tril-cell-${kind}`}>{ended}</span>;
  });
}

function textOf({ lines }: Result): string {
  return lines
    .filter(({ kind }) => kind !== "picture")
    .map(({ text }) => text)
    .join("\n")
    .trimEnd();
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without the permission, as in most embedding frames, the old way still works.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    const focused = document.activeElement;
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return copied;
  }
}
