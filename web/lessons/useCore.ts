// The loaded core, for components.

import { useEffect, useState } from "preact/hooks";
import { load, type Tril } from "../core/index.ts";

export interface CoreState {
  /** Undefined until the core is there. */
  core: Tril | undefined;
  /** Why it cannot be there, in a sentence. */
  problem: string | undefined;
}

/** Starts loading the core when the component is shown, and shows it again when the core is there. */
export function useCore(): CoreState {
  const [state, setState] = useState<CoreState>({ core: undefined, problem: undefined });
  useEffect(() => {
    let wanted = true;
    load().then(
      (core) => wanted && setState({ core, problem: undefined }),
      ({ message }: Error) => wanted && setState({ core: undefined, problem: message }),
    );
    return () => {
      wanted = false;
    };
  }, []);
  return state;
}
