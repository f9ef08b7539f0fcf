import Tokenizer from "ai-tokenizer";

/** @returns {Promise<import("./peer.ts").Tokens>} */
export async function start(/** @type {any} */ encoding) {
  let tokenizer = new Tokenizer(encoding);
  return {
    encode: (text) => tokenizer.encode(text, "all"), // which takes its shortest way: no special token is looked for
    decode: (ids) => tokenizer.decode(/** @type {number[]} */ (ids)),
    forget() {
      tokenizer = new Tokenizer(encoding);
    },
  };
}
