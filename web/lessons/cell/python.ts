// Runs Python: the sandbox's frame with a worker that stays from cell to cell, so that they share their names.
// There is one for a page. Stop ends the worker; a fresh one starts at once, for the next run.

import { fetchPython, type Progress } from "../../python/files.ts";
import { Frame, noStart } from "./host.ts";
import { readReply, type WorkerRequest } from "./messages.ts";
import { limitOutput, messageCounter } from "./output.ts";
import role from "./python-worker.ts?bundled";
import { type RunOptions, type RunResult, tooMuch } from "./sandbox.ts";

export interface PythonRunOptions extends RunOptions {
  /** Python is being loaded: only before the page's first run. */
  onLoading?: (progress: Progress) => void;
}

// How long Python may take to be there, in ms, once its files are.
const startLimit = 60_000;
const notLoaded = "Python could not be loaded. Check the connection, then run it again.";

export class Python {
  #frame: Frame | undefined;
  #files: Promise<Record<string, ArrayBuffer>> | undefined;
  #loading = new AbortController();
  #progress: (progress: Progress) => void = () => {};
  /** The worker that waits for code, or is being started. */
  #port: Promise<MessagePort | undefined> | undefined;
  #worker = new AbortController();
  #end: ((result: RunResult) => void) | undefined;
  #crash: (message: string) => void = () => {};

  /**
   * Runs the code after what has run before, with the same names, and tells how that ended; never throws. A run
   * that is still going is stopped, and with it the names are lost.
   */
  run(
    code: string,
    { timeLimit = 60_000, onLoading, onStart, onOutput }: PythonRunOptions = {},
  ): Promise<RunResult> {
    this.stop();
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let ended = false;
      const end = (result: RunResult) => {
        if (ended) return;
        ended = true;
        clearTimeout(timer);
        this.#end = undefined;
        this.#crash = () => {};
        if (result.state === "stopped" || result.state === "timed-out") this.#restart();
        resolve(result);
      };
      const fail = (message: string) => {
        end({ state: "failed", error: { name: "Error", message } });
      };
      this.#end = end;
      this.#progress = (progress) => ended || onLoading?.(progress);
      this.#crash = (message) => {
        this.#restart();
        fail(message);
      };
      this.#start().then(
        (port) => {
          if (ended) return;
          if (!port) {
            this.#discard();
            return fail(noStart);
          }
          const isTooMuch = messageCounter(() => performance.now());
          const limited = limitOutput();
          port.onmessage = ({ data }: MessageEvent<unknown>) => {
            if (ended) return;
            if (isTooMuch()) {
              this.#restart();
              return fail(tooMuch);
            }
            const reply = readReply(data);
            if (reply?.type === "output") onOutput?.(limited(reply));
            else if (reply?.type === "done") end({ state: "done" });
            else if (reply?.type === "failed") end({ state: "failed", error: reply.error });
          };
          timer = setTimeout(end, timeLimit, { state: "timed-out" });
          port.postMessage({ type: "run", code } satisfies WorkerRequest);
          onStart?.();
        },
        () => {
          this.#discard();
          fail(notLoaded);
        },
      );
    });
  }

  /** Ends the run, if there is one, or the loading: its result is "stopped". */
  stop(): void {
    this.#end?.({ state: "stopped" });
  }

  /** A worker with fresh names, for the next run. */
  restart(): void {
    this.stop();
    if (this.#frame) this.#restart();
  }

  #start(): Promise<MessagePort | undefined> {
    this.#files ??= fetchPython((progress) => this.#progress(progress), this.#loading.signal);
    const files = this.#files;
    this.#frame ??= new Frame(async () => ({ texts: [role], files: await files }));
    const frame = this.#frame;
    this.#port ??= files.then(() =>
      frame.start(startLimit, this.#worker.signal, (message) => this.#crash(message)),
    );
    return this.#port;
  }

  #restart() {
    this.#worker.abort();
    this.#worker = new AbortController();
    this.#port = undefined;
    // What is still being loaded is no longer wanted; what is there is used again.
    this.#loading.abort();
    this.#loading = new AbortController();
    if (!this.#frame) return;
    this.#frame.stop();
    this.#start().catch(() => this.#discard());
  }

  #discard() {
    this.#frame?.remove();
    this.#frame = undefined;
    this.#files = undefined;
    this.#port = undefined;
  }
}

let shared: Python | undefined;

/** The page's Python. Nothing is loaded before its first run. */
export function pagePython(): Python {
  shared ??= new Python();
  return shared;
}
