// A code cell of a lesson: code that can be changed and run, and what it prints. Without JavaScript it is the
// code and its expected output.

import { useEffect, useRef, useState } from "preact/hooks";
import { recall, remember } from "../memory.ts";
import { CodeBox } from "./CodeBox.tsx";
import type { CellError, Line } from "./messages.ts";
import type { RunResult, Sandbox } from "./sandbox.ts";

export interface CellProps {
  /** The name under which the browser keeps the learner's code, such as "lesson/cell-1". */
  id: string;
  code: string;
  /** What the code prints, as the lesson says. */
  output: string;
  /** The learner's code at first, where the lesson keeps it; it goes before what the browser has kept. */
  value?: string | undefined;
  onChange?: ((code: string) => void) | undefined;
  /** Milliseconds that a run may take. */
  timeLimit?: number | undefined;
}

type State = "idle" | "starting" | "running" | "done" | "failed" | "stopped" | "timed-out";

interface Result {
  lines: Line[];
  hidden: number;
  error?: CellError | undefined;
  /** The line of code that the error is on. */
  errorLine?: string | undefined;
}

export function Cell({ id, code: original, output, value, onChange, timeLimit = 10_000 }: CellProps) {
  const [code, setCode] = useState(original);
  const [replaced, setReplaced] = useState(0);
  const [state, setState] = useState<State>("idle");
  const [result, setResult] = useState<Result>();
  const [canStop, setCanStop] = useState(false);
  const [isStale, setStale] = useState(false);
  const [isLive, setLive] = useState(false);
  const [note, setNote] = useState("");
  const sandbox = useRef<Sandbox>(undefined);
  const runs = useRef(0);
  const runButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    setLive(true);
    const kept = value ?? recall(id);
    if (kept !== undefined) replace(kept);
    return () => {
      runs.current += 1;
      sandbox.current?.dispose();
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

  async function run() {
    const number = ++runs.current;
    const isCurrent = () => number === runs.current;
    let shown: Result = { lines: [], hidden: 0 };
    const show = (more: Partial<Result>) => {
      if (!isCurrent()) return;
      shown = { ...shown, ...more };
      setResult(shown);
      setStale(false);
    };
    // A button for a moment would only flicker.
    const soon = setTimeout(() => isCurrent() && setCanStop(true), 150);
    setState("starting");
    setNote("");
    setStale(true);
    const { state, error } = await loadSandbox().then(
      (sandbox): RunResult | Promise<RunResult> => {
        if (!isCurrent()) return { state: "stopped" };
        return sandbox.run(code, {
          timeLimit,
          onStart: () => isCurrent() && setState("running"),
          onOutput: ({ lines, hidden }) => show({ lines: [...shown.lines, ...lines], hidden }),
        });
      },
      (): RunResult => ({ state: "failed", error: { name: "Error", message: notLoaded } }),
    );
    clearTimeout(soon);
    if (!isCurrent()) return;
    setCanStop(false);
    setState(state);
    show({ error, errorLine: error?.line ? code.split("\n")[error.line - 1]?.trim() : undefined });
    if (state === "done" && code === original && textOf(shown) === output) setNote(", as expected");
  }

  async function loadSandbox(): Promise<Sandbox> {
    const { Sandbox } = await import("./sandbox.ts");
    sandbox.current ??= new Sandbox();
    return sandbox.current;
  }

  /** Ends the run, and has whatever it still says ignored. */
  function end(state: State) {
    runs.current += 1;
    sandbox.current?.stop();
    setState(state);
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
      aria-label="Code that runs"
      data-state={state}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
        event.preventDefault();
        run();
      }}
    >
      <CodeBox
        original={original}
        code={code}
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
            Stop
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
          {words[state](timeLimit)}
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
        {result && result.hidden > 0 && (
          <p class="tril-cell-more">… {result.hidden.toLocaleString("en")} more lines not shown</p>
        )}
        {result?.error && <Failure {...result} error={result.error} />}
      </div>
    </div>
  );
}

const words: Record<State, (timeLimit: number) => string> = {
  idle: () => "Not run yet",
  starting: () => "Starting …",
  running: () => "Running …",
  done: () => "Done",
  failed: () => "Failed",
  stopped: () => "Stopped",
  "timed-out": (timeLimit) => `Stopped after ${timeLimit / 1000} s, the time limit`,
};

const notLoaded = "What runs the code could not be loaded. Check the connection, then run it again.";

function Failure({ error, errorLine }: { error: CellError; errorLine?: string | undefined }) {
  // tril's own errors are sentences; the others are known by their names.
  const isSentence = error.name === "TrilError" || error.name === "Error" || error.name === "ImportError";
  return (
    <div class="tril-cell-failure">
      <p>
        {error.line ? `Line ${error.line}: ` : ""}
        {isSentence ? error.message : `${error.name}: ${error.message}`}
      </p>
      {errorLine && (
        <pre>
          <code>{errorLine}</code>
        </pre>
      )}
    </div>
  );
}

/** The lines as text, with spans around those that are not plain prints. */
function groups(lines: Line[]) {
  const groups: Line[] = [];
  for (const { kind, text } of lines) {
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
