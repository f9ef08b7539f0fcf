// Objects that live in WebAssembly's memory, with a safety net for those nobody disposes of.

import { TrilError } from "./errors.ts";
import type { RawHandle } from "./raw.ts";

// Held values must not hold the wrapper, or it would never be collected.
const net = new FinalizationRegistry<RawHandle>((raw) => raw.delete());

/** Owns one object of the core until `dispose` is called or the owner is collected. */
export class Handle<Raw extends RawHandle> {
  #raw: Raw | undefined;
  readonly #what: string;

  constructor(raw: Raw, what: string) {
    this.#raw = raw;
    this.#what = what;
    net.register(this, raw, this);
  }

  get raw(): Raw {
    if (this.#raw === undefined)
      throw new TrilError("disposed", `This ${this.#what} was disposed of and cannot be used any more.`);
    return this.#raw;
  }

  dispose(): void {
    if (this.#raw === undefined) return;
    net.unregister(this);
    this.#raw.delete();
    this.#raw = undefined;
  }
}
