// What the build makes of the C++: the WebAssembly's bytes deflated, in base64.
declare module "#wasm" {
  export const wasm: string;
}
