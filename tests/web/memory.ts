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
