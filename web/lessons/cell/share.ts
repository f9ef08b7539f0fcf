// The names that JavaScript cells share. Each cell is a module, with names of its own. What it makes at its top level
// becomes a global property whose getter and setter read and write the module's own name: so a later cell sees its
// value of the moment, `x += 1` there changes it here, a `const` refuses with the browser's own error, and a later
// cell that makes the name anew has one of its own, which then is the shared one.

/** A name of a module: how to read and to write it. */
type Name = [name: string, get: () => unknown, set: (value: unknown) => void];

export interface SharedModule {
  /** What has to stand before the code, in its first line. It makes no name. */
  prefix: string;
  /** The module has run, or failed: names that it did not come to are again what they were. */
  settle(): void;
}

export class Names {
  readonly #scope: object;
  /** Names that were to be made by cells that failed. */
  readonly unmade = new Set<string>();
  /** Names that were there before any cell, and that a cell has made its own. */
  readonly taken = new Set<string>();
  readonly #own = new Set<string>();

  constructor(scope: object) {
    this.#scope = scope;
  }

  /** Shares the names of a module from the moment it begins, since its functions may be called while it runs. */
  share(code: string, names: readonly string[]): SharedModule {
    if (names.length === 0) return { prefix: "", settle: () => {} };
    const scope = this.#scope;
    let key = "cell$";
    while (code.includes(key)) key += "$"; // nothing of the learner's is called so
    const shared: [...Name, PropertyDescriptor | undefined][] = [];
    const share = (made: Name[]) => {
      Reflect.deleteProperty(scope, key);
      for (const [name, get, set] of made) {
        const before = Reflect.getOwnPropertyDescriptor(scope, name);
        if (name in scope && !this.#own.has(name)) this.taken.add(name);
        this.#own.add(name);
        // `undefined` and the like cannot be made anew for others.
        if (Reflect.defineProperty(scope, name, { get, set, configurable: true, enumerable: true }))
          shared.push([name, get, set, before]);
      }
    };
    Reflect.defineProperty(scope, key, { value: share, configurable: true });
    const entries = names.map((name) => `["${name}",()=>${name},${key}=>{${name}=${key}}]`);
    return {
      prefix: `${key}([${entries.join()}]);`,
      settle: () => {
        Reflect.deleteProperty(scope, key);
        for (const name of names) this.unmade.add(name);
        for (const [name, get, , before] of shared)
          try {
            get();
            this.unmade.delete(name);
          } catch {
            if (before) Reflect.defineProperty(scope, name, before);
            else Reflect.deleteProperty(scope, name);
          }
      },
    };
  }
}
