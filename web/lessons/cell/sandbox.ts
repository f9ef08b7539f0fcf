// Runs learner code: a hidden frame of opaque origin, without network, and in it a fresh worker for each run.

import { coreText } from "../worker.ts";
import { Frame, noStart } from "./host.ts";
import type { CellError, OutputBatch, WorkerRequest } from "./messages.ts";
import { readReply } from "./messages.ts";
import { limitOutput, messageCounter } from "./output.ts";
import role from "./worker.ts?bundled";

export interface RunOptions {
  /** Milliseconds that the code may take. */
  timeLimit?: number;
  /** The worker is there and the code begins: from here the time is counted. */
  onStart?: () => void;
  onOutput?: (batch: OutputBatch) => void;
}

export interface RunResult {
  state: "done" | "failed" | "stopped" | "timed-out";
  error?: CellError;
}

// How long a worker may take to be there, in ms: the first one waits for downloads.
const startLimit = { first: 20_000, again: 5_000 };

export const tooMuch = "The code sent more to the page than a page can take.";

export class Sandbox {
  #frame: Frame | undefined;
  #end: ((result: RunResult) => void) | undefined;

  /**
   * Runs the code as a module and tells how that ended; never throws. A run that is still going is stopped.
   * The code finds `tril`, `print` and `console`, and nothing of an earlier run.
   */
  run(code: string, { timeLimit = 10_000, onStart, onOutput }: RunOptions = {}): Promise<RunResult> {
    this.stop();
    return new Promise((resolve) => {
      const run = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = (result: RunResult) => {
        if (run.signal.aborted) return;
        run.abort();
        clearTimeout(timer);
        this.#end = undefined;
        this.#frame?.stop();
        resolve(result);
      };
      const fail = (message: string) => end({ state: "failed", error: { name: "Error", message } });
      this.#end = end;

      this.#start(run.signal, fail).then(
        (port) => {
          if (run.signal.aborted) return;
          if (!port) return fail(noStart);
          const isTooMuch = messageCounter(() => performance.now());
          const limited = limitOutput();
          port.onmessage = ({ data }: MessageEvent<unknown>) => {
            if (run.signal.aborted) return;
            if (isTooMuch()) return fail(tooMuch);
            const reply = readReply(data);
            if (reply?.type === "output") onOutput?.(limited(reply));
            else if (reply?.type === "done") end({ state: "done" });
            else if (reply?.type === "failed") end({ state: "failed", error: reply.error });
          };
          timer = setTimeout(end, timeLimit, { state: "timed-out" });
          port.postMessage({ type: "run", code } satisfies WorkerRequest);
          onStart?.();
        },
        () => fail(noStart),
      );
    });
  }

  /** Ends the run, if there is one: its result is "stopped". */
  stop(): void {
    this.#end?.({ state: "stopped" });
  }

  /** Ends the run and removes the frame. A later run makes a new one. */
  dispose(): void {
    this.stop();
    this.#frame?.remove();
    this.#frame = undefined;
  }

  /** A worker that is ready, by its port; nothing when it did not start in time or is no longer wanted. */
  async #start(signal: AbortSignal, onCrash: (message: string) => void): Promise<MessagePort | undefined> {
    if (this.#frame) {
      const port = await this.#frame.start(startLimit.again, signal, onCrash);
      if (port || signal.aborted) return port;
      // The browser may have ended the frame's process, which nobody tells the page: once more, with a new one.
      this.#frame.remove();
    }
    this.#frame = new Frame(async () => ({ texts: [await coreText(), role] }));
    const port = await this.#frame.start(startLimit.first, signal, onCrash);
    if (port || signal.aborted) return port;
    this.#frame.remove();
    this.#frame = undefined;
  }
}
