// Objects that live in WebAssembly's memory, with a safety net for those nobody disposes of.

import type { Arguments, Bridge, Call } from "./bridge.ts";
import type { Core } from "./core.ts";
import { TrilError } from "./errors.ts";

// Held values must not hold the wrapper, or it would never be collected.
const net = new FinalizationRegistry<() => void>((free) => free());

/** Owns one object of the core, which the call before has made, until `dispose` is called or the owner is collected. */
export class Handle {
  readonly #bridge: Bridge;
  readonly #what: string;
  readonly #address: number;
  #free: (() => void) | undefined;

  constructor({ bridge, raw }: Core, what: string) {
    const address = bridge.integers(0)[0]!;
    this.#bridge = bridge;
    this.#what = what;
    this.#address = address;
    this.#free = () => bridge.call(raw.free, address);
    net.register(this, this.#free, this);
  }

  /** Makes a call on the object. */
  call(call: Call, ...given: Arguments): void {
    if (this.#free === undefined)
      throw new TrilError("disposed", `This ${this.#what} was disposed of and cannot be used any more.`);
    this.#bridge.call(call, this.#address, ...given);
  }

  /** Makes a call that changes the object. Should it fail, for want of memory, it stopped halfway: the object is no more. */
  change(call: Call, ...given: Arguments): void {
    try {
      this.call(call, ...given);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  dispose(): void {
    net.unregister(this);
    this.#free?.();
    this.#free = undefined;
  }
}
