// The worker that trains, so that the page never waits. It finds tril as a global (see ../worker.ts).

import type * as package_ from "../../core/index.ts";
import { nextBatch } from "../../core/train.ts";
import { byRule, type FromWorker, type ToWorker, Training } from "./training.ts";

declare const tril: typeof package_;

let finished: Training | undefined;
/** Counts the trainings asked for: an older one that is still at work sees that it is no longer wanted. */
let wanted = 0;
let stopping = false;
let training: Promise<void> | undefined;

const post = (message: FromWorker) => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "stop") stopping = true;
  else if (data.type === "train") training = train(data, ++wanted);
  else {
    await training;
    if (finished) post({ type: "moment", moment: finished.at(data.step) });
  }
};

async function train({ text, merges, tieRule }: ToWorker & { type: "train" }, number: number): Promise<void> {
  stopping = false;
  try {
    const [core, whole] = await Promise.all([tril.load(), typeof text === "string" ? text : text.text()]);
    using trainer = core.trainer(whole, { vocabSize: 256 + merges, tieRule });
    for (let batch = 1; !trainer.done && !stopping; ) {
      const before = performance.now();
      post({ type: "progress", ...trainer.advance(batch) });
      batch = nextBatch(batch, performance.now() - before);
      await new Promise((resolve) => setTimeout(resolve)); // lets a message in: stop, or a newer text
      if (number !== wanted) return;
    }
    const before = finished;
    finished = new Training(trainer, tieRule);
    before?.dispose();
    post({ type: "trained", result: { ...finished.result, ...byRule(core, whole, merges) } });
  } catch (error) {
    if (number === wanted) post({ type: "failed", message: (error as Error).message });
  }
}
