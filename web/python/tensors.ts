// The tensors of the lessons' torch and numpy, as the Python module `_tril` reaches them.

import { wasm } from "#torch";
import type { Call, RawBridge } from "../core/bridge.ts";
import { inflate } from "../core/bytes.ts";
import { TrilError } from "../core/errors.ts";
import { startModule } from "../core/module.ts";

/** A Python object with a buffer, as Pyodide hands it over. */
interface PythonBuffer {
  getBuffer(): { data: ArrayBufferView; release(): void };
}

type RawTensors = RawBridge & Readonly<Record<string, Call>>;

type Value = number | boolean | string | PythonBuffer;

/** What Python calls. Each call crosses the border once, whatever it does. */
export interface Tensors {
  /**
   * Calls a function of cpp/bindings/tensors.cpp. The answer is its text, or after a "!" the code of the error
   * and its sentence.
   */
  call(name: string, ...values: Value[]): string;
  /** A tensor's numbers as floats. */
  floats(tensor: number): Float32Array;
  /** A number to start a stream of random numbers with. */
  entropy(): number;
}

const decoder = new TextDecoder();

// Reading a number from a text stands on C's files in the C library. There are none here: 8 says so.
const noFiles = { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8 };

export async function startTensors(): Promise<Tensors> {
  const { raw, bridge } = await startModule<RawTensors>(await WebAssembly.compile(await inflate(wasm)), {
    wasi_snapshot_preview1: noFiles,
  });

  return {
    call(name, ...values) {
      try {
        bridge.call(raw[name]!, ...values.map(argumentOf));
        return decoder.decode(bridge.bytes(0));
      } catch (error) {
        if (!(error instanceof TrilError)) throw error;
        return `!${error.code} ${error.message}`;
      }
    },
    floats(tensor) {
      bridge.call(raw.floats!, tensor);
      return bridge.floats(0);
    },
    entropy: () => crypto.getRandomValues(new Uint32Array(1))[0]!,
  };
}

function argumentOf(value: Value): number | string | Uint8Array {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return Number(value);
  const buffer = value.getBuffer();
  const { data } = buffer;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
  buffer.release();
  return bytes;
}
