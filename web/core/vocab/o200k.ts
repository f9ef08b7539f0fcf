// The package's entry `tril/vocab/o200k`.

import packed from "tiktoken/encoders/o200k_base.json?packed";
import { type Vocabulary, vocabularyOf } from "../vocabulary.ts";

/** The vocabulary of GPT-4o: 200,000 tokens. */
const o200k: Vocabulary = vocabularyOf("o200k", packed);

export default o200k;
