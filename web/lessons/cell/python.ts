// The session of Python: its files are fetched when a learner first runs Python, and handed to its worker.

import { fetchPython } from "../../python/files.ts";
import role from "./python-worker.ts?bundled";
import { Session } from "./session.ts";

export const newSession = () =>
  new Session({
    load: async (onProgress, signal) => ({ texts: [role], files: await fetchPython(onProgress, signal) }),
    startLimit: 60_000,
  });
