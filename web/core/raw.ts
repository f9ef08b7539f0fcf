// The names in the Embind tables of cpp/bindings. What each call is given, and in which order, is where it is made.

import type { Call, RawBridge } from "./bridge.ts";

type Name =
  // numbers.cpp
  | "matmul"
  | "transpose"
  | "softmax"
  | "mix"
  | "attend"
  | "selfAttend"
  | "crossAttend"
  // tokenizers.cpp
  | "split"
  | "encode"
  | "count"
  | "tokens"
  | "encodeSteps"
  | "decode"
  | "bytesOf"
  | "idOf"
  | "size"
  | "merges"
  | "rewind"
  | "saveMinbpe"
  | "saveTiktoken"
  | "loadMinbpe"
  | "loadTiktoken"
  | "trainWords"
  | "loadWords"
  | "words"
  | "encodeWords"
  | "decodeWords"
  | "idOfWord"
  | "vocabulary"
  | "startTraining"
  | "advance"
  | "finish"
  | "rounds"
  | "trainingIds"
  | "free";

export type RawModule = RawBridge & Readonly<Record<Name, Call>>;
