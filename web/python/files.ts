// What Python is made of: a dozen megabytes that are fetched when a learner first runs Python, and never before.

import { files } from "virtual:python-files";

export interface Progress {
  /** Megabytes, as they travel. */
  done: number;
  of: number;
}

/** Fetches the files, and tells how far that is. Rejects when one is not there, or when it is aborted. */
export async function fetchPython(
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Record<string, ArrayBuffer>> {
  const total = files.reduce((sum, { travels }) => sum + travels, 0);
  let done = 0;
  const tell = (bytes: number) => {
    done += bytes;
    onProgress({ done: done / 1e6, of: total / 1e6 });
  };
  tell(0);
  const load = async ({ name, url, length, travels }: (typeof files)[number]) => {
    const response = await fetch(url, { signal });
    if (!response.ok || !response.body) throw new Error(`${name} could not be loaded`);
    const bytes = new Uint8Array(length);
    let at = 0;
    const reader = response.body.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      if (at + value.length > length) throw new Error(`${name} is not this version's own`);
      bytes.set(value, at);
      at += value.length;
      tell((value.length / length) * travels);
    }
    if (at !== length) throw new Error(`${name} is cut short`);
    return [name, bytes.buffer] as const;
  };
  const loaded = await Promise.all(
    files.map((file) =>
      load(file).catch((error) => {
        // Without the snapshot Python starts more slowly, and that is all.
        if (signal.aborted || file.name !== "snapshot.bin") throw error;
      }),
    ),
  );
  return Object.fromEntries(loaded.filter((file) => file !== undefined));
}
