// The page's side of training: a worker that is started when first needed, and what it said last.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Progress } from "../../core/index.ts";
import { startWorker } from "../worker.ts";
import type { FromWorker, ToWorker, TrainingResult } from "./training.ts";

export interface TrainingState {
  result: TrainingResult;
  /** Set while training is at work. */
  progress: Progress | undefined;
  /** What went wrong, in a sentence. */
  problem: string | undefined;
}

export interface TrainingControl extends TrainingState {
  train(text: string | Blob, merges: number): void;
  /** Ends training and keeps what was learned. */
  stop(): void;
  /** Shows the text as it stood after `step` merges. */
  goTo(step: number): void;
}

export function useTraining(first: TrainingResult, start: { text: string; merges: number }): TrainingControl {
  const [state, setState] = useState<TrainingState>({
    result: first,
    progress: undefined,
    problem: undefined,
  });
  const worker = useRef<Promise<Worker>>(undefined);
  const change = (part: Partial<TrainingState>) => setState((before) => ({ ...before, ...part }));

  useEffect(() => () => void worker.current?.then((worker) => worker.terminate()), []);

  const receive = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === "progress") change({ progress: data });
    else if (data.type === "trained") change({ result: data.result, progress: undefined });
    else if (data.type === "failed") change({ problem: data.message, progress: undefined });
    else setState((before) => ({ ...before, result: { ...before.result, now: data.moment } }));
  };

  const startOne = async () => {
    const role = (await import("./train-worker.ts?bundled")).default;
    const started = await startWorker(role);
    started.onmessage = receive;
    // What the page shows was computed when the site was built: the worker has to catch up before it can step.
    started.postMessage({ type: "train", ...start } satisfies ToWorker);
    return started;
  };
  const send = (message: ToWorker) => {
    worker.current ??= startOne();
    worker.current.then(
      (worker) => worker.postMessage(message),
      () => {
        worker.current = undefined;
        change({
          problem: "The trainer could not be loaded. Check your connection and try again.",
          progress: undefined,
        });
      },
    );
  };

  return {
    ...state,
    train: (text, merges) => {
      change({ progress: { merges: 0, of: merges }, problem: undefined });
      send({ type: "train", text, merges });
    },
    stop: () => send({ type: "stop" }),
    goTo: (step) => send({ type: "step", step }),
  };
}
