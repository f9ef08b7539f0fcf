// Counts the timers that a cell sets, so that a run lasts until what it has planned is done.

const { setTimeout, clearTimeout, setInterval, clearInterval } = self;

export interface Timers {
  /** Resolves when no timer is left. */
  allRun(): Promise<void>;
  clear(): void;
}

/** Puts timers that are counted in the place of the browser's own. */
export function countTimers(scope: Record<string, unknown>): Timers {
  const pending = new Set<number>();
  let whenIdle: (() => void) | undefined;
  const settle = () => {
    // A little later: what a timer's promises lead to belongs to the run, and so does a rejection that nobody
    // handles, which the browser tells in a task of its own.
    if (pending.size === 0) setTimeout(() => pending.size === 0 && whenIdle?.(), 20);
  };
  const callable = (call: unknown) => {
    if (typeof call !== "function")
      throw new TypeError("A timer needs a function: setTimeout(() => …, 1000).");
    return call;
  };
  const clear = (id: number) => {
    clearTimeout(id);
    clearInterval(id);
    if (pending.delete(id)) settle();
  };
  Object.assign(scope, {
    setTimeout: (call: unknown, ms?: number, ...values: unknown[]) => {
      callable(call);
      const id = setTimeout(() => {
        pending.delete(id);
        try {
          (call as (...values: unknown[]) => void)(...values);
        } finally {
          settle();
        }
      }, ms) as unknown as number;
      pending.add(id);
      return id;
    },
    setInterval: (call: unknown, ms?: number, ...values: unknown[]) => {
      const id = setInterval(callable(call) as () => void, ms, ...values) as unknown as number;
      pending.add(id);
      return id;
    },
    clearTimeout: clear,
    clearInterval: clear,
  });
  return {
    allRun: () =>
      new Promise((resolve) => {
        whenIdle = resolve;
        settle();
      }),
    clear() {
      whenIdle = undefined;
      for (const id of pending) clear(id);
    },
  };
}
