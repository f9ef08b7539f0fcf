// Starts a WebAssembly module of cpp/bindings.
//
// Embind's C++ side registers the calls by name while the module initialises; here is its other side, and all of the
// host that the module asks for. Emscripten's own glue is made for any program, with its files and types: ten times
// as many bytes, and a detour between JavaScript and every call.

import { Bridge, type RawBridge } from "./bridge.ts";

/** What the modules export by themselves: all else is told to Embind. */
interface Exports {
  memory: WebAssembly.Memory;
  __indirect_function_table: WebAssembly.Table;
  _initialize(): void;
}

/**
 * Starts what was compiled: the calls that it registers, and the bridge that they are called over. `imports` are what
 * it asks for besides.
 */
export async function startModule<Raw extends RawBridge>(
  compiled: WebAssembly.Module,
  imports: WebAssembly.Imports = {},
): Promise<{ raw: Raw; bridge: Bridge }> {
  const raw: Record<string, unknown> = {};
  const env = {
    // Every call is given and returns plain numbers, so that none of Embind's conversions stand before it.
    _embind_register_function(
      name: number,
      _argumentCount: number,
      _types: number,
      _signature: number,
      _invoker: number,
      call: number,
    ) {
      const bytes = new Uint8Array(memory.buffer);
      raw[String.fromCharCode(...bytes.subarray(name, bytes.indexOf(0, name)))] =
        __indirect_function_table.get(call);
    },
    // The bridge sees by itself that its views have gone.
    emscripten_notify_memory_growth() {},
  };
  const instance = await WebAssembly.instantiate(compiled, { ...imports, env });
  const { memory, __indirect_function_table, _initialize } = instance.exports as unknown as Exports;
  _initialize();
  return { raw: raw as unknown as Raw, bridge: new Bridge(raw as unknown as RawBridge, memory) };
}
