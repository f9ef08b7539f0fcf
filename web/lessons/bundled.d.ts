/// <reference types="vite/client" />

// What web/tools/bundled.ts makes of an import.

/** The text of the module and its imports as one classic script. */
declare module "*?bundled" {
  const text: string;
  export default text;
}

/** The address of the page. */
declare module "*?page" {
  const address: string;
  export default address;
}
