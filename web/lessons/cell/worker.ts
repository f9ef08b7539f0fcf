// The role of a cell's worker: it runs the learner's code once, and streams what it prints to the page.
// The core's text stands before it and has left its exports in the global `tril`.

import { lockDown, noText } from "./lockdown.ts";
import type { CellError, Line, WorkerReply, WorkerRequest } from "./messages.ts";
import { Output } from "./output.ts";
import { type FormatMatrix, printed } from "./print.ts";
import { picturesOf } from "./shown.ts";

type Core = typeof import("../../core/index.ts");

// The globals that learner code finds, and that it may break: what is needed later is kept here.
const scope = self as unknown as Record<string, unknown> & { tril: unknown };
const { load, TrilError } = scope.tril as Core;
const [NativeWorker, NativeError, NativeSyntaxError] = [Worker, Error, SyntaxError];
const { URL, Blob, setTimeout, clearTimeout, setInterval, clearInterval, performance } = self;

self.onmessage = ({ ports }) => {
  self.onmessage = null;
  start(ports[0]!);
};

function start(port: MessagePort) {
  const post = port.postMessage.bind(port);
  const send = (reply: WorkerReply) => post(reply);
  const output = new Output({
    send: (batch) => send({ type: "output", ...batch }),
    now: performance.now.bind(performance),
    later: (call, ms) => setTimeout(call, ms),
  });
  let ended = false;
  const end = (reply: WorkerReply) => {
    if (ended) return;
    ended = true;
    try {
      output.flush();
    } catch {} // the code has broken what output is made of
    send(reply);
  };

  let code = "";
  let address = "";
  const fail = async (thrown: unknown) =>
    end({ type: "failed", error: await explain(thrown, code, address) });

  port.onmessage = async ({ data }: MessageEvent<WorkerRequest>) => {
    code = data.code;
    address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const timers = watchTimers();
    try {
      await import(/* @vite-ignore */ address);
      timers.moduleRan();
      await timers.allRun;
      end({ type: "done" });
    } catch (thrown) {
      await fail(thrown);
    }
  };

  self.addEventListener("error", (event) => {
    event.preventDefault();
    fail(event.error);
  });
  self.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    fail(event.reason);
  });

  load().then(
    (tril) => {
      scope.tril = tril;
      scope.TrilError = TrilError;
      definePrinting(output, (tril as { format?: FormatMatrix }).format?.bind(tril));
      lockDown(self);
      send({ type: "ready" });
    },
    (error) => fail(error),
  );
}

function definePrinting(output: Output, formatMatrix: FormatMatrix | undefined) {
  const printer =
    (kind: Line["kind"]) =>
    (...values: unknown[]) =>
      output.add(kind, () => {
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
      return picturesOf(value)?.every((picture) => output.addPicture(JSON.stringify(picture))) ?? false;
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

/** Counts the timers that are set, so that a run lasts until what it has planned is done. */
function watchTimers() {
  const pending = new Set<number>();
  let moduleRan = false;
  let whenIdle = () => {};
  const allRun = new Promise<void>((resolve) => {
    whenIdle = resolve;
  });
  const settle = () => {
    // A little later: what a timer's promises lead to belongs to the run, and so does a rejection that nobody
    // handles, which the browser tells in a task of its own.
    if (moduleRan && pending.size === 0) setTimeout(() => pending.size === 0 && whenIdle(), 20);
  };
  const callable = (call: unknown) => {
    if (typeof call !== "function")
      throw new TypeError("A timer needs a function: setTimeout(() => …, 1000).");
    return call;
  };
  scope.setTimeout = (call: unknown, ms?: number, ...values: unknown[]) => {
    callable(call);
    const id = setTimeout(() => {
      pending.delete(id);
      try {
        (call as (...values: unknown[]) => void)(...values);
      } finally {
        settle();
      }
    }, ms) as unknown as number;
    pending.add(id);
    return id;
  };
  scope.setInterval = (call: unknown, ms?: number, ...values: unknown[]) => {
    const id = setInterval(callable(call) as () => void, ms, ...values) as unknown as number;
    pending.add(id);
    return id;
  };
  const clear = (id: number) => {
    clearTimeout(id);
    clearInterval(id);
    if (pending.delete(id)) settle();
  };
  scope.clearTimeout = clear;
  scope.clearInterval = clear;
  return {
    allRun,
    moduleRan: () => {
      moduleRan = true;
      settle();
    },
  };
}

/** What was thrown, in plain data. Anything can be thrown, so every look at it may fail. */
async function explain(thrown: unknown, code: string, address: string): Promise<CellError> {
  const read = (name: string): unknown => {
    try {
      return (thrown as Record<string, unknown>)[name];
    } catch {
      return undefined;
    }
  };
  if (!(thrown instanceof NativeError))
    return { name: "Error", message: `The code threw ${printed([thrown])}.` };

  const name = String(read("name"));
  const message = String(read("message"));
  const place = lineInStack(String(read("stack")), address);
  if (name === "EvalError")
    return { name: "Error", message: noText, ...(place === undefined ? {} : { line: place }) };
  if (place !== undefined) return { name, message, line: place };

  // The module did not even start. Engines differ in what they tell of the place.
  if (thrown instanceof NativeSyntaxError) {
    const told = read("fileName") === address ? read("lineNumber") : read("line");
    const line = typeof told === "number" ? told : await lineOfSyntaxError(code, message);
    return line === undefined ? { name, message } : { name, message, line };
  }
  if (name === "TypeError" && /import|module/i.test(message)) {
    const line = code.split("\n").findIndex((text) => /\bimport\b|\bfrom\b/.test(text)) + 1;
    const sentence = "A cell imports nothing: it has no network. tril is already here, as `tril`.";
    return { name: "ImportError", message: sentence, ...(line > 0 ? { line } : {}) };
  }
  return { name, message };
}

function lineInStack(stack: string, address: string): number | undefined {
  const at = stack.indexOf(`${address}:`);
  if (at < 0) return;
  const line = Number.parseInt(stack.slice(at + address.length + 1), 10);
  return Number.isNaN(line) ? undefined : line;
}

/**
 * Chromium does not tell a module where its syntax is wrong, but tells so of a worker's script. So the code is
 * given to a worker as the body of a function that nobody calls.
 */
function lineOfSyntaxError(code: string, message: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    try {
      const script = new Blob(['async()=>{"use strict";', code, "\n}"], { type: "text/javascript" });
      const probe = new NativeWorker(URL.createObjectURL(script));
      const answer = (line?: number) => {
        probe.terminate();
        resolve(line);
      };
      probe.onerror = (event) => {
        event.preventDefault();
        answer(event.message?.endsWith(message) ? event.lineno : undefined);
      };
      setTimeout(answer, 500);
    } catch {
      resolve(undefined);
    }
  });
}
