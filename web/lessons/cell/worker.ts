// The role of a cell's worker: it runs the learner's JavaScript, cell after cell, and streams what it prints to the
// page. The core's text stands before it and has left its exports in the global `tril`; both keep the globals that they
// began with (javascript.ts), whatever a cell makes of their names.

import { explain, type Ran } from "./explain.ts";
import { lockDown } from "./lockdown.ts";
import type { Line, WorkerReply, WorkerRequest } from "./messages.ts";
import { Output } from "./output.ts";
import { type FormatMatrix, printed } from "./print.ts";
import { Names } from "./share.ts";
import { picturesOf } from "./shown.ts";
import { countTimers } from "./timers.ts";

type Core = typeof import("../../core/index.ts");

const scope = self as unknown as Record<string, unknown>;
const core = scope.tril as Core;
Error.stackTraceLimit = 50; // the learner's line may be far down

self.onmessage = ({ ports }) => {
  self.onmessage = null;
  start(ports[0]!);
};

async function start(port: MessagePort) {
  const post = port.postMessage.bind(port);
  const send = (reply: WorkerReply) => post(reply);
  const newOutput = () =>
    new Output({
      send: (batch) => send({ type: "output", ...batch }),
      now: performance.now.bind(performance),
      later: (call, ms) => setTimeout(call, ms),
    });
  let output = newOutput();
  /** Ends the run that is going, by what was thrown. */
  let fail = async (thrown: unknown) =>
    send({ type: "failed", error: { name: "Error", message: `tril did not start: ${thrown}` } });

  try {
    const tril = await core.load();
    scope.tril = tril;
    scope.TrilError = core.TrilError;
    definePrinting(() => output, (tril as { format?: FormatMatrix }).format?.bind(tril));
    const library = await makeLibrary();
    const timers = countTimers(scope);
    const names = new Names(scope);
    lockDown(self);

    const run = async ({ data }: MessageEvent<WorkerRequest>) => {
      const { code, imports = [], wrong } = data;
      const { prefix, settle } = names.share(code, data.names ?? []);
      const text = prefix + withImports(code, imports, library);
      const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
      const ran: Ran = { code, address, before: prefix.length, wrong, names };
      output = newOutput();
      let ended = false;
      const end = async (reply: () => WorkerReply | Promise<WorkerReply>) => {
        if (ended) return;
        ended = true;
        timers.clear();
        settle();
        const last = await reply();
        output.flush();
        send(last);
      };
      fail = (thrown) =>
        end(async () => ({ type: "failed", error: await explain(thrown, ran) })).catch(giveUp);
      try {
        await import(/* @vite-ignore */ address);
        await timers.allRun();
        await end(() => ({ type: "done" }));
      } catch (thrown) {
        await fail(thrown);
      }
    };
    // The code may have broken what running, output and errors are made of.
    const giveUp = () => send({ type: "broken" });
    port.onmessage = (event) => {
      run(event).catch(giveUp);
    };
    self.addEventListener("error", (event) => {
      event.preventDefault();
      fail(event.error);
    });
    self.addEventListener("unhandledrejection", (event) => {
      event.preventDefault();
      fail(event.reason);
    });
    send({ type: "ready" });
  } catch (error) {
    fail(error);
  }
}

/** The package as a module, for code that imports it: its address. */
async function makeLibrary(): Promise<string> {
  scope.cell$ = core;
  const text = "export const { load, TrilError } = globalThis.cell$";
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  await import(/* @vite-ignore */ address);
  delete scope.cell$;
  return address;
}

/** The code, with the library's address in the places where it imports from "tril". */
function withImports(code: string, places: readonly number[], library: string): string {
  let text = code.startsWith("#!") ? `//${code.slice(2)}` : code;
  for (const at of [...places].reverse())
    text = `${text.slice(0, at)}"${library}"${text.slice(at + '"tril"'.length)}`;
  return text;
}

function definePrinting(output: () => Output, formatMatrix: FormatMatrix | undefined) {
  const printer =
    (kind: Line["kind"]) =>
    (...values: unknown[]) =>
      output().add(kind, () => {
        try {
          return printed(values, formatMatrix);
        } catch {
          return "(values that cannot be shown)"; // the code has broken what printing is made of
        }
      });
  const print = printer("print");
  scope.print = print;
  scope.show = (...values: unknown[]) => {
    for (const value of values) if (!drawn(value)) print(value);
  };
  /** Whether the value has pictures, and there was room for them. */
  const drawn = (value: unknown) => {
    try {
      return picturesOf(value)?.every((picture) => output().addPicture(JSON.stringify(picture))) ?? false;
    } catch {
      return false; // a getter that throws, or code that has broken what drawing is made of
    }
  };
  Object.assign(console, {
    log: print,
    info: print,
    debug: print,
    warn: printer("warning"),
    error: printer("error"),
  });
}
