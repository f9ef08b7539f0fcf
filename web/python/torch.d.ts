// What the build makes of the C++ for Python cells: the WebAssembly's bytes deflated, in base64.
declare module "#torch" {
  export const wasm: string;
}
