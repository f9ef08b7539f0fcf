import { init, Tiktoken } from "tiktoken/lite/init";
import wasm from "tiktoken/lite/tiktoken_bg.wasm?url&inline";

/** @returns {Promise<import("./peer.ts").Tokens>} */
export async function start(/** @type {any} */ { bpe_ranks, special_tokens, pat_str }) {
  const bytes = await (await fetch(wasm)).arrayBuffer();
  await init((imports) => WebAssembly.instantiate(bytes, imports));
  const tokenizer = new Tiktoken(bpe_ranks, special_tokens, pat_str);
  const decoder = new TextDecoder();
  return {
    encode: (text) => tokenizer.encode_ordinary(text),
    decode: (ids) => decoder.decode(tokenizer.decode(/** @type {Uint32Array} */ (ids))),
    forget() {},
  };
}
