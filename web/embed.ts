// Defines <tril-lesson> for pages of other people: a lesson, or a part of one, in a frame that is as high as what it
// shows. This is the only module whose import has an effect. The site gives it away as embed.js.
//
//   <script src="https://example.org/tril/embed.js" async></script>
//   <tril-lesson lesson="weighted-mix" part="picture">What is shown until the lesson is there.</tril-lesson>
//
// Attributes: `lesson` (a name) or `src` (the address of a lesson's page); `part` ("all", "picture", "code",
// "exercise"); `theme` ("auto", "light", "dark"); `readonly`; `sandbox`, handed on to the frame; `title`, which names
// the frame. Events, which bubble: those of web/lessons/events.ts. To style it: ::part(frame).

import { eventNames } from "./lessons/events.ts";

/** Where the site lies: this script is at its root. */
const site = document.currentScript
  ? new URL("./", (document.currentScript as HTMLScriptElement).src).href
  : undefined;

/** What a lesson takes until it says how much it takes, in CSS pixels. */
const firstHeight = 420;
const tallest = 20_000;

class EmbeddedLesson extends HTMLElement {
  static observedAttributes = ["lesson", "src", "part", "theme", "readonly", "sandbox"];

  #frame: HTMLIFrameElement | undefined;
  #fallback = document.createElement("slot");
  #observer: IntersectionObserver | undefined;

  constructor() {
    super();
    this.attachShadow({ mode: "open" }).append(this.#fallback);
  }

  connectedCallback(): void {
    this.style.display ||= "block";
    addEventListener("message", this.#listen);
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#load();
      },
      { rootMargin: "400px" },
    );
    this.#observer.observe(this);
  }

  disconnectedCallback(): void {
    removeEventListener("message", this.#listen);
    this.#observer?.disconnect();
    this.#unload();
  }

  attributeChangedCallback(name: string): void {
    if (!this.#frame) return;
    // Only the colours can change while a learner works.
    if (name === "theme")
      this.#frame.contentWindow?.postMessage({ type: "tril:theme", theme: this.#theme }, "*");
    else {
      this.#unload();
      this.#load();
    }
  }

  get #theme(): string {
    return this.getAttribute("theme") ?? "auto";
  }

  /** The address of what is asked for; nothing when it is no web page. */
  #address(): URL | undefined {
    const lesson = this.getAttribute("lesson");
    const given =
      this.getAttribute("src") ?? (lesson && site && `${site}lessons/${encodeURIComponent(lesson)}/`);
    if (!given || !URL.canParse(given, document.baseURI)) return;
    const address = new URL(given, document.baseURI);
    if (!/^https?:$/.test(address.protocol)) return;
    address.searchParams.set("part", this.getAttribute("part") ?? "all");
    address.searchParams.set("theme", this.#theme);
    if (this.hasAttribute("readonly")) address.searchParams.set("readonly", "");
    return address;
  }

  #load(): void {
    this.#observer?.disconnect();
    const address = this.#address();
    if (!address) {
      this.#tell("tril:error", { message: "<tril-lesson> needs `lesson`, a name, or `src`, a web address." });
      return;
    }
    const frame = document.createElement("iframe");
    frame.setAttribute("part", "frame");
    const sandbox = this.getAttribute("sandbox");
    if (sandbox !== null) frame.setAttribute("sandbox", sandbox);
    frame.allow = "clipboard-write";
    frame.title = this.title || this.getAttribute("lesson") || "tril";
    frame.src = address.href;
    Object.assign(frame.style, {
      display: "block",
      width: "100%",
      border: "0",
      height: "0",
      colorScheme: "normal",
    });
    this.#frame = frame;
    this.shadowRoot!.append(frame);
  }

  #unload(): void {
    this.#frame?.remove();
    this.#frame = undefined;
    this.#fallback.hidden = false;
  }

  /** Anybody may send a message: only those of this element's own frame count, and of them only what is known. */
  #listen = ({ source, origin, data }: MessageEvent): void => {
    const frame = this.#frame;
    if (!frame || source !== frame.contentWindow || !eventNames.includes(data?.type) || data.v !== 1) return;
    const isSandboxed = frame.hasAttribute("sandbox") && !frame.sandbox.contains("allow-same-origin");
    if (origin !== (isSandboxed ? "null" : new URL(frame.src).origin)) return;
    if (data.type === "tril:ready") {
      this.#fallback.hidden = true;
      frame.style.height ||= `${firstHeight}px`;
    }
    if (data.type === "tril:resize") {
      const height = Number(data.detail?.height);
      if (!(height > 0)) return;
      frame.style.height = `${Math.min(Math.ceil(height), tallest)}px`;
    }
    this.#tell(data.type, data.detail);
  };

  #tell(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

if (!customElements.get("tril-lesson")) customElements.define("tril-lesson", EmbeddedLesson);
