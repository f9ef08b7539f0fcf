// Runs the cells of one language: the sandbox's frame with a worker that stays from cell to cell, so that they share
// their names. Stop ends the worker; a fresh one starts at once, for the next run.

import type { Progress } from "../../python/files.ts";
import { Frame, noStart } from "./host.ts";
import { type CellError, type OutputBatch, readReply, type WorkerRequest } from "./messages.ts";
import { limitOutput, messageCounter } from "./output.ts";

/** What the worker is made of: the parts of its script, and files that it needs. */
export interface Parts {
  texts: string[];
  files?: Record<string, ArrayBuffer>;
}

export interface SessionOptions {
  load: (onProgress: (progress: Progress) => void, signal: AbortSignal) => Promise<Parts>;
  /** What the worker is told of the code, besides the code. */
  outline?: (code: string) => Omit<WorkerRequest, "type" | "code">;
  /** Milliseconds in which the worker has to be there, once its parts are. */
  startLimit: number;
}

export interface RunOptions {
  /** Milliseconds that the code may take. */
  timeLimit?: number;
  /** Ends the run: with it the names of all cells are lost, unless it waits for another one. */
  signal?: AbortSignal;
  /** Another run is going: this one waits for it, and then it starts. */
  onWaiting?: () => void;
  onStarting?: () => void;
  /** What the worker is made of is being loaded: only before the page's first run. */
  onLoading?: (progress: Progress) => void;
  /** The worker is there and the code begins: from here the time is counted. */
  onStart?: () => void;
  onOutput?: (batch: OutputBatch) => void;
}

export interface RunResult {
  state: "done" | "failed" | "stopped" | "timed-out";
  error?: CellError;
  /** What all cells have made is gone. */
  forgets?: boolean;
}

const notLoaded = "What runs the code could not be loaded. Check the connection, then run it again.";
const broken = "The code has changed what JavaScript itself works with, and cells could not run on.";
const tooMuch = "The code sent more to the page than a page can take.";

export class Session {
  readonly #options: SessionOptions;
  #frame: Frame | undefined;
  #parts: Promise<Parts> | undefined;
  #loading = new AbortController();
  #progress: (progress: Progress) => void = () => {};
  /** The worker that waits for code, or is being started. */
  #port: Promise<MessagePort | undefined> | undefined;
  #worker = new AbortController();
  #crash: (message: string) => void = () => {};
  /** Runs follow one another. */
  #last: Promise<unknown> = Promise.resolve();
  #going = 0;
  #stop = () => {};

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /**
   * Runs the code after what has run before, with the same names, and tells how that ended; never throws. It waits
   * for a run that is still going.
   */
  run(code: string, options: RunOptions = {}): Promise<RunResult> {
    if (this.#going > 0) options.onWaiting?.();
    this.#going += 1;
    const result = this.#last.then((): RunResult | Promise<RunResult> => {
      options.onStarting?.();
      return options.signal?.aborted ? { state: "stopped" } : this.#run(code, options);
    });
    this.#last = result.then(() => {
      this.#going -= 1;
    });
    return result;
  }

  /** Forgets all names; a run that is still going is stopped. */
  restart(): void {
    this.#stop();
    if (this.#port) this.#restart();
  }

  #run(
    code: string,
    { timeLimit = 10_000, signal, onLoading, onStart, onOutput }: RunOptions,
  ): Promise<RunResult> {
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let hasStarted = false;
      const run = new AbortController();
      const end = (result: RunResult) => {
        if (run.signal.aborted) return;
        run.abort();
        clearTimeout(timer);
        this.#crash = () => {};
        resolve(result);
      };
      /** Ends the run and the worker with it. */
      const endAll = (result: RunResult) => {
        if (run.signal.aborted) return;
        this.#restart();
        end(hasStarted ? { ...result, forgets: true } : result);
      };
      const fail = (message: string) => endAll({ state: "failed", error: { name: "Error", message } });
      this.#stop = () => endAll({ state: "stopped" });
      signal?.addEventListener("abort", this.#stop, { signal: run.signal });
      this.#progress = (progress) => run.signal.aborted || onLoading?.(progress);
      this.#crash = fail;
      this.#start().then(
        (port) => {
          if (run.signal.aborted) return;
          if (!port) {
            this.#discard();
            return end({ state: "failed", error: { name: "Error", message: noStart } });
          }
          const isTooMuch = messageCounter(() => performance.now());
          const limited = limitOutput();
          port.onmessage = ({ data }: MessageEvent<unknown>) => {
            if (run.signal.aborted) return;
            if (isTooMuch()) return fail(tooMuch);
            const reply = readReply(data);
            if (reply?.type === "output") onOutput?.(limited(reply));
            else if (reply?.type === "done") end({ state: "done" });
            else if (reply?.type === "broken") fail(broken);
            else if (reply?.type === "failed") end({ state: "failed", error: reply.error });
          };
          timer = setTimeout(endAll, timeLimit, { state: "timed-out" });
          const told = this.#options.outline?.(code);
          port.postMessage({ type: "run", code, ...told } satisfies WorkerRequest);
          hasStarted = true;
          onStart?.();
        },
        () => {
          this.#discard();
          end({ state: "failed", error: { name: "Error", message: notLoaded } });
        },
      );
    });
  }

  #start(): Promise<MessagePort | undefined> {
    this.#parts ??= this.#options.load((progress) => this.#progress(progress), this.#loading.signal);
    const parts = this.#parts;
    this.#frame ??= new Frame(() => parts);
    const frame = this.#frame;
    this.#port ??= parts.then(() =>
      frame.start(this.#options.startLimit, this.#worker.signal, (message) => this.#crash(message)),
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
    this.#parts = undefined;
    this.#port = undefined;
  }
}
