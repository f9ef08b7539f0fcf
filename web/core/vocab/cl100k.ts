// The package's entry `tril/vocab/cl100k`.

import packed from "tiktoken/encoders/cl100k_base.json?packed";
import { type Vocabulary, vocabularyOf } from "../vocabulary.ts";

/** The vocabulary of GPT-3.5 and GPT-4: 100,261 tokens. */
const cl100k: Vocabulary = vocabularyOf("cl100k", packed);

export default cl100k;
