// What the build makes of the C++: the Emscripten glue, and the WebAssembly's bytes as a packed text (bytes.ts).
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
  export const order: string;
}
