// What a learner typed, kept on this device where that is allowed. Where it is not (a sandboxed frame,
// blocked cookies), everything works and nothing is kept.

const prefix = "tril/";

export function recall(key: string): string | undefined {
  try {
    return localStorage.getItem(prefix + key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value under a key; no value forgets it. Says whether that was possible. */
export function remember(key: string, value?: string): boolean {
  try {
    if (value === undefined) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, value);
    return true;
  } catch {
    return false;
  }
}
