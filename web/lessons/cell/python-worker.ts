// The role of a worker that runs Python: it starts Pyodide from the files that the frame hands it, and then runs
// cell after cell in one set of names.
//
// Pyodide is made for pages that may fetch. Here it asks for its files by name and gets bytes; the address they
// would have is never contacted.

import type { loadPyodide, PyodideInterface } from "pyodide";
import { startTensors } from "../../python/tensors.ts";
import { lockDown } from "./lockdown.ts";
import type { CellError, WorkerReply, WorkerRequest, WorkerStart } from "./messages.ts";
import { Output } from "./output.ts";

interface Cells {
  /** The error, or nothing; of a cell that awaits, a promise of it. */
  run(code: string): string | undefined | (Promise<string | undefined> & { destroy(): void });
}

// What is needed after learner code has run, and that it could break.
const { URL, Blob, Response, setTimeout, performance, TextDecoder } = self;

self.onmessage = ({ data, ports }: MessageEvent<WorkerStart>) => {
  self.onmessage = null;
  start(data, ports[0]!);
};

async function start(given: WorkerStart, port: MessagePort) {
  const post = port.postMessage.bind(port);
  const send = (reply: WorkerReply) => post(reply);
  const newOutput = () =>
    new Output({
      send: (batch) => send({ type: "output", ...batch }),
      now: performance.now.bind(performance),
      later: (call, ms) => setTimeout(call, ms),
    });
  let output = newOutput();
  try {
    const [python, tensors] = await Promise.all([startPython(given), startTensors()]);
    const streams = [
      lines((text) => output.add("print", () => text)),
      lines((text) => output.add("error", () => text)),
    ];
    python.setStdout({ write: streams[0]!.write });
    python.setStderr({ write: streams[1]!.write });
    python.registerJsModule("_tril", tensors);
    python.registerJsModule("_cell_host", {
      picture: (json: unknown) => {
        for (const stream of streams) stream.end();
        return output.addPicture(String(json));
      },
    });
    const cells = python.pyimport("_cell") as unknown as Cells;
    const run = cells.run.bind(cells);
    lockDown(self);
    port.onmessage = async ({ data }: MessageEvent<WorkerRequest>) => {
      output = newOutput();
      let error: CellError | undefined;
      try {
        const running = run(data.code);
        const told = await running;
        if (typeof running === "object") running.destroy();
        if (told) error = JSON.parse(told);
      } catch (thrown) {
        // Python itself has come to an end, or the code has broken what runs it.
        error = { name: "Error", message: `Python stopped: ${String(thrown).slice(0, 500)}` };
      }
      for (const stream of streams) stream.end();
      output.flush();
      send(error ? { type: "failed", error } : { type: "done" });
    };
    send({ type: "ready" });
  } catch (error) {
    send({ type: "failed", error: { name: "Error", message: `Python did not start: ${error}` } });
  }
}

async function startPython({ files, modules }: WorkerStart): Promise<PyodideInterface> {
  const scope = self as unknown as Record<string, unknown>;
  scope.importScripts = undefined; // else Pyodide takes it for a sign of a worker that cannot import modules
  scope.fetch = async (asked: unknown) => {
    const name = String((asked as Request)?.url ?? asked)
      .split("/")
      .pop()!;
    if (modules[name]) return null;
    if (!files[name]) throw new TypeError("A cell has no network.");
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(files[name], { headers: { "content-type": type } });
  };
  const compiled = modules["pyodide.asm.wasm"];
  if (compiled)
    WebAssembly.instantiateStreaming = async (_, imports) => ({
      module: compiled,
      instance: await WebAssembly.instantiate(compiled, imports),
    });
  const module = async (name: string) => {
    const address = URL.createObjectURL(new Blob([files[name]!], { type: "text/javascript" }));
    return import(/* @vite-ignore */ address);
  };
  const [{ default: createPyodideModule }, { loadPyodide: load }, lock] = await Promise.all([
    module("pyodide.asm.mjs"),
    module("pyodide.mjs") as Promise<{ loadPyodide: typeof loadPyodide }>,
    files["lock.json"]!.text(),
  ]);
  const nowhere = "https://pyodide.invalid/";
  const options = {
    indexURL: nowhere,
    packageBaseUrl: nowhere,
    lockFileContents: JSON.parse(lock),
    createPyodideModule,
  };
  const snapshot = await files["snapshot.bin"]?.arrayBuffer();
  if (snapshot)
    try {
      return await load({ ...options, _loadSnapshot: new Uint8Array(snapshot) } as typeof options);
    } catch {
      // It is faster, but nothing depends on it.
    }
  return load(options);
}

/** Bytes of a stream as they come, told line by line. */
function lines(tell: (line: string) => void) {
  const decoder = new TextDecoder();
  let rest = "";
  return {
    write(bytes: Uint8Array): number {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = parts.pop()!;
      for (const part of parts) tell(part);
      return bytes.length;
    },
    end() {
      if (rest) tell(rest);
      rest = "";
    },
  };
}
