// What the build makes of the C++: the Emscripten glue, and the WebAssembly's bytes deflated, in base64.
declare module "#wasm" {
  import type { RawModule } from "./raw.ts";

  export interface Start {
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }
  export default function start(options: Start): Promise<RawModule>;
  export const wasm: string;
}
