// The script of cell.html, the sandbox's frame: it starts and ends the worker that runs learner code, and hands
// the page's port on to it. It never evaluates, shows or goes to anything that a worker says.

import type { FrameReply, FrameRequest, WorkerStart } from "./messages.ts";

// The policy that let this script in would also let learner code ask for the site's other files. Policies only
// ever add up, so one more takes that away, from this document and from every worker that it starts.
const policy = document.createElement("meta");
policy.httpEquiv = "Content-Security-Policy";
policy.content = "script-src blob: 'wasm-unsafe-eval'";
document.head.append(policy);

let script = "";
let files: Promise<WorkerStart> | undefined;
let worker: Worker | undefined;
let starts = 0;

// Embedded without the sandbox attribute, the frame would have the site's origin, and with it the site's storage.
if (self.origin === "null") {
  addEventListener("message", (event: MessageEvent<FrameRequest>) => {
    if (event.source === parent) answer(event.data, event.ports);
  });
  tell({ type: "ready" });
}

function answer(request: FrameRequest, ports: readonly MessagePort[]) {
  if (request.type === "prepare") {
    URL.revokeObjectURL(script);
    script = URL.createObjectURL(new Blob(request.texts, { type: "text/javascript" }));
    files = request.files && prepare(request.files);
    return;
  }
  worker?.terminate();
  worker = undefined;
  starts += 1;
  if (request.type === "start") start(ports);
}

async function start(ports: readonly MessagePort[]) {
  const current = starts;
  const fresh = new Worker(script);
  worker = fresh;
  fresh.onerror = (event) => tell({ type: "crashed", message: event.message ?? "" });
  const prepared = await files;
  if (current === starts) fresh.postMessage(prepared, [...ports]);
}

/** Blobs are handed to each worker without being copied, and WebAssembly is compiled once for all of them. */
async function prepare(given: Record<string, ArrayBuffer>): Promise<WorkerStart> {
  const prepared: WorkerStart = { files: {}, modules: {} };
  for (const [name, bytes] of Object.entries(given)) {
    if (name.endsWith(".wasm"))
      prepared.modules[name] = await WebAssembly.compile(bytes).catch(() => undefined as never);
    if (!prepared.modules[name]) prepared.files[name] = new Blob([bytes]);
  }
  return prepared;
}

function tell(reply: FrameReply) {
  parent.postMessage(reply, "*");
}
