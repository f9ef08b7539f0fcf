/** A published vocabulary as text, which unpackBytes reads (see web/tools/vocabularies.mjs). */
declare module "*?packed" {
  const packed: { text: string; order: string; specialTokens: Record<string, number> };
  export default packed;
}
