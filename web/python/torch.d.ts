// What the build makes of the C++ for Python cells: the glue, and the WebAssembly's bytes deflated, in base64.
declare module "#torch" {
  import type { Call, RawBridge, Start } from "../core/bridge.ts";

  const start: Start<RawBridge & Record<string, Call>>;
  export default start;
  export const wasm: string;
}
