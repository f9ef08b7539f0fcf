// What every station of the face works with: the raw module and the bridge to it.

import type { Bridge } from "./bridge.ts";
import type { RawModule } from "./raw.ts";

export interface Core {
  readonly raw: RawModule;
  readonly bridge: Bridge;
}
