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

/** The address of a published vocabulary's file, compressed with raw deflate, and what it holds. */
declare module "*?packed-file" {
  const file: { address: string; bytes: number; count: number; specialTokens: Record<string, number> };
  export default file;
}
