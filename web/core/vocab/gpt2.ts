// The package's entry `tril/vocab/gpt2`.

import packed from "tiktoken/encoders/gpt2.json?packed";
import { type Vocabulary, vocabularyOf } from "../vocabulary.ts";

/** The vocabulary of GPT-2: 50,257 tokens. */
const gpt2: Vocabulary = vocabularyOf("gpt2", packed);

export default gpt2;
