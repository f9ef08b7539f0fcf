// The Embind tables of cpp/bindings as types. Addresses and lengths are numbers; a call that can
// fail returns a status, or null where it makes a handle.

import type { RawBridge } from "./bridge.ts";

type Address = number;
type Status = number;

export interface RawHandle {
  delete(): void;
}

export interface RawBpe extends RawHandle {
  size(): number;
  encode(text: Address, length: number, policy: number, names: Address, count: number): Status;
  count(text: Address, length: number, policy: number, names: Address, count: number): Status;
  tokens(text: Address, length: number, policy: number, names: Address, count: number): Status;
  encodeSteps(text: Address, length: number, policy: number, names: Address, count: number): Status;
  decode(ids: Address, count: number): Status;
  bytesOf(id: number): Status;
  idOf(bytes: Address, length: number): Status;
  merges(): Status;
  rewind(ids: Address, count: number, merges: number): Status;
  saveMinbpe(): Status;
  saveTiktoken(): Status;
}

export interface RawTrainer extends RawHandle {
  advance(merges: number): Status;
  finish(): RawBpe | null;
  rounds(): Status;
  trainingIds(bytes: number): Status;
}

export interface RawModule extends RawBridge {
  split(text: Address, length: number, pattern: Address, patternLength: number): Status;
  loadMinbpe(file: Address, length: number, specials: Address, count: number): RawBpe | null;
  loadTiktoken(
    file: Address,
    length: number,
    pattern: Address,
    patternLength: number,
    specials: Address,
    count: number,
  ): RawBpe | null;
  startTraining(
    text: Address,
    length: number,
    vocabSize: number,
    pattern: Address,
    patternLength: number,
    specials: Address,
    count: number,
    workingRows: number,
  ): RawTrainer | null;
  matmul(a: Address, rowsA: number, columnsA: number, b: Address, rowsB: number, columnsB: number): Status;
  transpose(a: Address, rows: number, columns: number): Status;
  softmax(a: Address, rows: number, columns: number, axis: number): Status;
  mix(
    weights: Address,
    rowsW: number,
    columnsW: number,
    values: Address,
    rowsV: number,
    columnsV: number,
  ): Status;
}
