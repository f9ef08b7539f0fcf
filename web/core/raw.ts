// The Embind tables of cpp/bindings as types: functions on what `Bridge.lay` has laid, which return a status.

import type { RawBridge } from "./bridge.ts";

export type Call = () => number;

type Name =
  // numbers.cpp
  | "matmul"
  | "transpose"
  | "softmax"
  | "mix"
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
  | "freeTokenizer"
  | "startTraining"
  | "advance"
  | "finish"
  | "rounds"
  | "trainingIds"
  | "freeTrainer";

export type RawModule = RawBridge & Readonly<Record<Name, Call>>;
