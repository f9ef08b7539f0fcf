// The page's side of training: a worker that is started when first needed, and what it said last.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Progress, TieRule } from "../../core/index.ts";
import { startWorker } from "../worker.ts";
import type { FromWorker, ToWorker, TrainingResult, TrainingStart } from "./training.ts";

export interface TrainingState {
  result: TrainingResult;
  /** Set while training is at work. */
  progress: Progress | undefined;
  /** What went wrong, in a sentence. */
  problem: string | undefined;
}

export interface TrainingControl extends TrainingState {
  train(text: string | Blob, merges: number, tieRule: TieRule): void;
  /** Ends training and keeps what was learned. */
  stop(): void;
  /** Shows the text as it stands after a step; the function is given the step that was wanted last. */
  goTo(next: (step: number) => number): void;
}

export function useTraining(first: TrainingResult, start: TrainingStart): TrainingControl {
  const [state, setState] = useState<TrainingState>({
    result: first,
    progress: undefined,
    problem: undefined,
  });
  const worker = useRef<Promise<Worker>>(undefined);
  const step = useRef(0); // the one wanted, which may be ahead of the one shown
  const change = (part: Partial<TrainingState>) => setState((before) => ({ ...before, ...part }));

  useEffect(() => () => void worker.current?.then((worker) => worker.terminate()), []);

  const receive = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === "progress") change({ progress: data });
    else if (data.type === "trained") {
      step.current = 0;
      change({ result: data.result, progress: undefined });
    } else if (data.type === "failed") change({ problem: data.message, progress: undefined });
    else setState((before) => ({ ...before, result: { ...before.result, now: data.moment } }));
  };

  const startOne = async () => {
    const role = (await import("./train-worker.ts?bundled")).default;
    const started = await startWorker(role);
    started.onmessage = receive;
    started.onerror = fail;
    // What the page shows was computed when the site was built: the worker has to catch up before it can step.
    started.postMessage({ type: "train", ...start } satisfies ToWorker);
    return started;
  };
  const fail = () => {
    worker.current = undefined;
    const problem = "The trainer could not be loaded or broke off. Check your connection and try again.";
    change({ problem, progress: undefined });
  };
  const send = (message: ToWorker) => {
    worker.current ??= startOne();
    worker.current.then((worker) => worker.postMessage(message), fail);
  };

  return {
    ...state,
    train: (text, merges, tieRule) => {
      change({ progress: { merges: 0, of: merges }, problem: undefined });
      send({ type: "train", text, merges, tieRule });
    },
    stop: () => send({ type: "stop" }),
    goTo: (next) => {
      step.current = next(step.current);
      send({ type: "step", step: step.current });
    },
  };
}
