/// <reference lib="esnext.disposable" preserve="true" />
// The package `tril`. Importing it does nothing; `await load()` starts it.

export type {
  AttendOptions,
  Attention,
  Head,
  Mask,
  Mix,
  Projection,
  Projections,
  SelfAttention,
} from "./attention.ts";
export { type ErrorCode, TrilError } from "./errors.ts";
export type { LoadBpeOptions, TokenizerFile, TokenizerFormat } from "./formats.ts";
export type { Gpt2Files } from "./gpt2.ts";
export { type LoadOptions, load } from "./load.ts";
export type { Activation, LayerNormOptions, Matrix, MatrixLike, Similarity } from "./matrix.ts";
export type { PositionOptions } from "./positions.ts";
export type { Linear, NormalOptions, Random, UniformOptions } from "./random.ts";
export type { SpecialTokens } from "./special.ts";
export type { Pattern, Piece, Span } from "./text.ts";
export type {
  DecodeStream,
  EncodeOptions,
  EncodeSteps,
  Merge,
  MergeStep,
  PieceSteps,
  Token,
  Tokenizer,
} from "./tokenizer.ts";
export type {
  PairCount,
  Progress,
  Round,
  TieRule,
  TrainBpeOptions,
  Trainer,
  TrainerOptions,
  TrainOptions,
} from "./train.ts";
export type { Tril } from "./tril.ts";
export type { Vocabulary } from "./vocabulary.ts";
export type {
  TrainWordsOptions,
  Word,
  WordEntry,
  WordOptions,
  WordTokenizer,
  WordVocabulary,
} from "./words.ts";
