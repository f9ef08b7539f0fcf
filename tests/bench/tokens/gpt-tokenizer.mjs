/** @returns {Promise<import("./peer.ts").Tokens>} */
export async function start(/** @type {any} */ { encode, decode, clearMergeCache }) {
  const asText = { disallowedSpecial: new Set() };
  return { encode: (text) => encode(text, asText), decode, forget: clearMergeCache };
}
