// What the build makes of the C++ for Python cells: the glue, and the WebAssembly's bytes deflated, in base64.
declare module "#torch" {
  import type { Call, RawBridge } from "../core/bridge.ts";

  export type RawTensors = RawBridge & Record<string, Call>;

  export default function start(options: {
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }): Promise<RawTensors>;
  export const wasm: string;
}
