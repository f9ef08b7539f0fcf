// What the page, the sandbox's frame and the worker in it say to one another.
//
// The page talks to the frame by window messages, and to the worker through a port that the frame only hands
// on. What a worker says is written by learner code as far as anybody knows: the page reads it with readReply.

/** Page -> frame. */
export type FrameRequest =
  /** The worker's script, in parts, and files that it needs; kept for every start. */
  | { type: "prepare"; texts: string[]; files?: Record<string, ArrayBuffer> }
  /** Ends the worker there is and starts a new one, which gets the port that comes with the message. */
  | { type: "start" }
  | { type: "stop" };

/** Frame -> page. */
export type FrameReply = { type: "ready" } | { type: "crashed"; message: string };

/** Frame -> worker, with the page's port: the files, of which those that are WebAssembly are compiled already. */
export interface WorkerStart {
  files: Record<string, Blob>;
  modules: Record<string, WebAssembly.Module>;
}

/** Page -> worker. */
export interface WorkerRequest {
  type: "run";
  code: string;
  /** Of JavaScript: the names that it makes, where it imports from "tril", and a place that looks wrong. */
  names?: string[];
  imports?: number[];
  wrong?: number;
}

/** Worker -> page. */
export type WorkerReply =
  | { type: "ready" }
  | ({ type: "output" } & OutputBatch)
  | { type: "done" }
  | { type: "failed"; error: CellError }
  /** The code has broken what runs it: nothing more can be run. */
  | { type: "broken" };

/** One call of print or of the console; or a picture, as the JSON of its data. */
export interface Line {
  kind: "print" | "warning" | "error" | "picture";
  text: string;
}

export interface OutputBatch {
  lines: Line[];
  /** How many lines of this run have been left out until now. */
  hidden: number;
}

export interface CellError {
  name: string;
  message: string;
  /** The line of the learner's code, from 1. */
  line?: number;
  /** The place in this line, from 1. */
  column?: number;
  /** A second sentence, which helps. */
  hint?: string;
}

/** How much of a run's output is shown. */
export const outputLimit = { lines: 1000, characters: 100_000, pictures: 20, pictureCharacters: 1_000_000 };

/** Reads what a worker sent: a well-formed reply of a bounded size, or nothing. */
export function readReply(data: unknown): WorkerReply | undefined {
  if (!isRecord(data)) return;
  if (data.type === "ready" || data.type === "done" || data.type === "broken") return { type: data.type };
  if (data.type === "failed" && isRecord(data.error)) {
    const { name, message, line, column, hint } = data.error;
    if (typeof name !== "string" || typeof message !== "string") return;
    const error: CellError = { name: name.slice(0, 100), message: message.slice(0, 5000) };
    if (isCount(line)) error.line = line;
    if (isCount(column)) error.column = column;
    if (typeof hint === "string") error.hint = hint.slice(0, 1000);
    return { type: "failed", error };
  }
  if (data.type === "output" && Array.isArray(data.lines) && isCount(data.hidden)) {
    if (data.lines.length > outputLimit.lines) return;
    const lines: Line[] = [];
    for (const line of data.lines) {
      if (!isRecord(line) || typeof line.text !== "string") return;
      const { kind, text } = line;
      if (kind === "picture") {
        if (text.length > outputLimit.pictureCharacters) return;
        lines.push({ kind, text });
      } else {
        const known = kind === "warning" || kind === "error" ? kind : "print";
        lines.push({ kind: known, text: text.slice(0, outputLimit.characters) });
      }
    }
    return { type: "output", lines, hidden: data.hidden };
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
