// Watches the memory of WebAssembly modules that are started from here on.

let watched: WebAssembly.Memory | undefined;

const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = (async (...args: Parameters<typeof instantiate>) => {
  const result = await instantiate(...args);
  const instance =
    result instanceof WebAssembly.Instance ? result : (result as { instance: WebAssembly.Instance }).instance;
  for (const value of Object.values(instance.exports))
    if (value instanceof WebAssembly.Memory) watched = value;
  return result;
}) as typeof WebAssembly.instantiate;

/** The size in bytes of the memory of the module that was started last; it only ever grows. */
export function memorySize(): number {
  if (!watched) throw new Error("no module was started since this was imported");
  return watched.buffer.byteLength;
}

/** The same module, but its memory never grows: the most that its bytes ask for becomes the least. */
export function withoutGrowth(wasm: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(wasm.slice(0));
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const memorySection = 5;
  for (;;) {
    const section = bytes[at++];
    const length = number();
    if (section === memorySection) break;
    at += length;
  }
  at += 2; // one memory, with a least and a most
  const least = number();
  const start = at;
  number();
  for (let i = start; i < at; i++) bytes[i] = ((least >>> (7 * (i - start))) & 127) | (i < at - 1 ? 128 : 0);
  return bytes;
}
