// The page's side of the sandbox's frame: a hidden frame of opaque origin, and in it a worker that is ended and
// started again.

import address from "./cell.html?page";
import { type FrameReply, type FrameRequest, readReply } from "./messages.ts";

export const noStart =
  "The sandbox that runs the code did not start. Check the connection, then run it again.";

/** Milliseconds after which a frame that has loaded and says nothing is not what was asked for. */
const patience = 1000;

/** Takes the frame's script from the page around it, and runs it. Its hash is in README's policy. */
export const receiver =
  'onmessage=e=>{if(e.source!==parent)return;onmessage=null;let s=document.createElement("script");' +
  "s.src=URL.createObjectURL(new Blob([e.data]));document.head.append(s)}";
export const receiverHash = "sha256-uu8ue9/Re3QMiAfWW8qHJdcls5mBzZ7YQ41WR4mVX/w=";

export class Frame {
  readonly #element = document.createElement("iframe");
  readonly #prepared: Promise<void>;
  #isReady = false;
  #ready = () => {};
  #crash = (_message: string) => {};

  /** @param script what the frame's workers run: the parts of their script, and the files that they need */
  constructor(script: () => Promise<{ texts: string[]; files?: Record<string, ArrayBuffer> }>) {
    addEventListener("message", this.#listen);
    const ready = new Promise<void>((resolve, reject) => {
      this.#ready = resolve;
      const fail = () => setTimeout(reject, patience);
      const withoutNetwork = () => this.#openHere().then(fail, reject);
      // What could not be loaded counts as loaded too, with the browser's own page in it.
      this.#element.onload = () => setTimeout(() => this.#isReady || withoutNetwork(), patience);
      if (navigator.onLine) this.#element.src = address;
      else withoutNetwork();
    });
    this.#prepared = Promise.all([script(), ready]).then(([{ texts, files }]) => {
      if (files) this.#tell({ type: "prepare", texts, files }, Object.values(files));
      else this.#tell({ type: "prepare", texts });
    });
    this.#element.setAttribute("sandbox", "allow-scripts");
    this.#element.hidden = true;
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

  /**
   * Opens the frame without an address. A frame of opaque origin has no service worker, so without a network it
   * gets no page; but what the page around it was kept with holds the frame's script too. Then the policy of the
   * page around it counts in here as well: it has to allow the one line below, by its hash.
   */
  async #openHere(): Promise<void> {
    const { default: script } = await import("./frame.ts?bundled");
    const loaded = new Promise((resolve) => {
      this.#element.onload = resolve;
    });
    this.#element.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${receiverHash}' blob: 'wasm-unsafe-eval'; worker-src blob:"><script>${receiver}</script>`;
    await loaded;
    this.#element.contentWindow?.postMessage(script, "*");
  }

  #tell(request: FrameRequest, transfer: Transferable[] = []) {
    // The frame's origin is opaque, so it cannot be named here. The texts are no secret.
    this.#element.contentWindow?.postMessage(request, "*", transfer);
  }

  #listen = (event: MessageEvent<FrameReply>) => {
    if (event.source === null || event.source !== this.#element.contentWindow) return;
    if (event.data?.type === "ready") {
      this.#isReady = true;
      this.#ready();
    } else if (event.data?.type === "crashed") this.#crash(event.data.message || noStart);
  };
}
