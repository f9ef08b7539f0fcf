// The script of cell.html, the sandbox's frame: it starts and ends the worker that runs learner code, and hands
// the page's port on to it. It never evaluates, shows or goes to anything that a worker says.

import type { FrameReply, FrameRequest } from "./messages.ts";

// The policy that let this script in would also let learner code ask for the site's other files. Policies only
// ever add up, so one more takes that away, from this document and from every worker that it starts.
const policy = document.createElement("meta");
policy.httpEquiv = "Content-Security-Policy";
policy.content = "script-src blob: 'wasm-unsafe-eval'";
document.head.append(policy);

let script = "";
let worker: Worker | undefined;

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
    return;
  }
  worker?.terminate();
  worker = undefined;
  if (request.type === "start") {
    worker = new Worker(script);
    worker.onerror = (event) => tell({ type: "crashed", message: event.message ?? "" });
    worker.postMessage(undefined, [...ports]);
  }
}

function tell(reply: FrameReply) {
  parent.postMessage(reply, "*");
}
