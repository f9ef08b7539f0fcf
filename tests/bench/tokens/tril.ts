import { load, type Vocabulary } from "../../../dist/index.js";
import type { Tokens } from "./peer.ts";

export async function start(vocabulary: Vocabulary): Promise<Tokens> {
  const tril = await load();
  const tokenizer = tril.loadBpe(vocabulary);
  return {
    encode: (text) => tokenizer.encode(text, { special: "text" }),
    decode: (ids) => tokenizer.decode(ids),
    forget() {},
    train: (text, vocabSize) => {
      const trained = tril.trainBpe(text, { vocabSize });
      const { merges } = trained;
      trained.dispose();
      return merges;
    },
  };
}
