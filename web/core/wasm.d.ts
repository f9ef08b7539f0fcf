// What the build makes of the C++: the Emscripten glue, and the WebAssembly's bytes deflated, in base64.
declare module "#wasm" {
  import type { Start } from "./bridge.ts";
  import type { RawModule } from "./raw.ts";

  const start: Start<RawModule>;
  export default start;
  export const wasm: string;
}
