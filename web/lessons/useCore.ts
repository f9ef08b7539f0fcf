// The loaded core, for components: undefined until it is there.

import { useEffect, useState } from "preact/hooks";
import { load, type Tril } from "../core/index.ts";

/** Starts loading the core when the component is shown, and shows it again when the core is there. */
export function useCore(): Tril | undefined {
  const [core, setCore] = useState<Tril>();
  useEffect(() => {
    let wanted = true;
    load().then((tril) => wanted && setCore(tril));
    return () => {
      wanted = false;
    };
  }, []);
  return core;
}
