// Starting the core.

import { wasm } from "#wasm";
import { inflate } from "./bytes.ts";
import { optionsOf } from "./check.ts";
import { TrilError } from "./errors.ts";
import { startModule } from "./module.ts";
import type { RawModule } from "./raw.ts";
import { Tril } from "./tril.ts";

/** Where the WebAssembly comes from, when it is not to be the one inside this package. */
export interface LoadOptions {
  /** The bytes of this version's WebAssembly, or the module compiled from them. */
  wasm?: BufferSource | WebAssembly.Module;
}

let shared: Promise<Tril> | undefined;

/**
 * Starts the core, once: every call without options gives the same instance. Importing the package does
 * nothing, and nothing is fetched: the WebAssembly travels inside this module.
 *
 * With `wasm` a separate instance is made from these bytes or this compiled module.
 *
 * @throws TrilError "bad-argument" when `wasm` is neither, "crashed" when WebAssembly cannot start.
 * @example
 * const tril = await load();
 * tril.trainBpe("aaabdaaabac", { vocabSize: 259 }).encode("aaab"); // Uint32Array [258]
 */
export async function load(options: LoadOptions = {}): Promise<Tril> {
  const { wasm: own } = optionsOf<LoadOptions>(options, "load", { wasm: undefined });
  if (own !== undefined) return instantiate(own);
  shared ??= ownBytes()
    .then(instantiate)
    .catch((error) => {
      shared = undefined;
      throw error;
    });
  return shared;
}

/** The bytes of the WebAssembly that travels inside this module. */
export function ownBytes(): Promise<ArrayBuffer> {
  return inflate(wasm);
}

async function instantiate(source: BufferSource | WebAssembly.Module): Promise<Tril> {
  if (!(source instanceof WebAssembly.Module || source instanceof ArrayBuffer || ArrayBuffer.isView(source)))
    throw new TrilError(
      "bad-argument",
      "load({ wasm }) takes the bytes of tril.wasm or a WebAssembly.Module.",
    );
  try {
    const { raw, bridge } = await startModule<RawModule>(await compile(source));
    return new Tril(raw, bridge);
  } catch (cause) {
    throw new TrilError(
      "crashed",
      "WebAssembly could not start: the page's policy forbids it, or the bytes are not this version's own.",
      { cause },
    );
  }
}

async function compile(source: BufferSource | WebAssembly.Module): Promise<WebAssembly.Module> {
  return source instanceof WebAssembly.Module ? source : WebAssembly.compile(source);
}
