// The page's side of the sandbox's frame: a hidden frame of opaque origin, and in it a worker that is ended and
// started again.

import address from "./cell.html?page";
import { type FrameReply, type FrameRequest, readReply } from "./messages.ts";

export const noStart =
  "The sandbox that runs the code did not start. Check the connection, then run it again.";

export class Frame {
  readonly #element = document.createElement("iframe");
  readonly #prepared: Promise<void>;
  #ready = () => {};
  #crash = (_message: string) => {};

  /** @param script what the frame's workers run: the parts of their script, and the files that they need */
  constructor(script: () => Promise<{ texts: string[]; files?: Record<string, ArrayBuffer> }>) {
    addEventListener("message", this.#listen);
    const ready = new Promise<void>((resolve, reject) => {
      this.#ready = resolve;
      // What could not be loaded counts as loaded too, with the browser's own page in it.
      this.#element.onload = () => setTimeout(reject, 3000);
    });
    this.#prepared = Promise.all([script(), ready]).then(([{ texts, files }]) => {
      if (files) this.#tell({ type: "prepare", texts, files }, Object.values(files));
      else this.#tell({ type: "prepare", texts });
    });
    this.#element.setAttribute("sandbox", "allow-scripts");
    this.#element.hidden = true;
    this.#element.src = address;
    document.body.append(this.#element);
  }

  /** Starts a fresh worker in the place of the one there is; gives its port when it says that it is ready. */
  async start(limit: number, signal: AbortSignal, onCrash: (message: string) => void) {
    const { port1: port, port2: farPort } = new MessageChannel();
    signal.addEventListener("abort", () => port.close());
    this.#crash = onCrash;
    return new Promise<MessagePort | undefined>((resolve) => {
      const timer = setTimeout(resolve, limit);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve(undefined);
      });
      port.onmessage = ({ data }: MessageEvent<unknown>) => {
        const reply = readReply(data);
        clearTimeout(timer);
        if (reply?.type === "ready") resolve(port);
        else onCrash(reply?.type === "failed" ? reply.error.message : noStart);
      };
      this.#prepared.then(
        () => signal.aborted || this.#tell({ type: "start" }, [farPort]),
        () => resolve(undefined),
      );
    });
  }

  /** Ends the worker. */
  stop() {
    this.#crash = () => {};
    this.#tell({ type: "stop" });
  }

  remove() {
    removeEventListener("message", this.#listen);
    this.#element.remove();
  }

  #tell(request: FrameRequest, transfer: Transferable[] = []) {
    // The frame's origin is opaque, so it cannot be named here. The texts are no secret.
    this.#element.contentWindow?.postMessage(request, "*", transfer);
  }

  #listen = (event: MessageEvent<FrameReply>) => {
    if (event.source === null || event.source !== this.#element.contentWindow) return;
    if (event.data?.type === "ready") this.#ready();
    else if (event.data?.type === "crashed") this.#crash(event.data.message || noStart);
  };
}
