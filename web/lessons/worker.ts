// Workers that know tril. A worker is the core's text followed by the text of a role, which finds the core's
// exports as the global `tril`. So the core is shipped once, however many roles there are.

const addresses = new Map<string, string>();

/** The core as a classic script; a chunk of its own, loaded when the first worker is wanted. */
export async function coreText(): Promise<string> {
  return (await import("../core/index.ts?bundled")).default;
}

/**
 * Starts a worker of the page's own, for work that would make the page wait.
 *
 * @param roleText what it does: the text of a module imported with `?bundled`
 */
export async function startWorker(roleText: string): Promise<Worker> {
  const core = await coreText();
  let address = addresses.get(roleText);
  if (!address) {
    address = URL.createObjectURL(new Blob([core, roleText], { type: "text/javascript" }));
    addresses.set(roleText, address);
  }
  return new Worker(address);
}
