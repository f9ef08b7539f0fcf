// The border between JavaScript and WebAssembly.
//
// The arguments of a call are laid into one arena that the module keeps, where the call reads them; it returns a
// status: 0, or the number of an error code. Its results wait in numbered boxes (address and length) until they
// are copied out. No view of the heap leaves this file, and every view is taken anew after the memory has grown.
// (cpp/bindings/bridge.h is the other side.)

import { codeOfStatus, TrilError } from "./errors.ts";

/** What cpp/bindings/memory.cpp gives. */
export interface RawBridge {
  arena(bytes: number): number;
  boxes(): number;
  recover(): number;
}

type Numbers = Uint8Array | Uint32Array | Float32Array;

/** Numbers row after row. */
export interface Table {
  readonly rows: number;
  readonly columns: number;
  readonly data: Numbers;
}

/** A function of the Embind tables: it reads its arguments from the arena and returns a status. */
export type Call = () => number;

/** What a call can be given, and lists of it. */
export type Argument = number | string | Numbers | Table;
export type Arguments = (Argument | readonly Argument[])[];

/** WebAssembly's memory ends at 2 GiB here; nothing larger is worth asking for. */
const mostBytes = 2 ** 31 - 1;
/** The arena serves again as it is for whatever fits; but one larger than `most` not for small things. */
const room = { least: 2 ** 12, most: 2 ** 20 };
/** Longer texts are turned into bytes before there is room for them, as they may take a third of what they could. */
const longText = 2 ** 25;
/** So many numbers are copied one by one. */
const fewNumbers = 64;
const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8;

const encoder = new TextEncoder();
const messageDecoder = new TextDecoder();

export class Bridge {
  readonly #raw: RawBridge;
  readonly #heap: WebAssembly.Memory;
  readonly #boxes: number; // address of the table of boxes, as an index of 32-bit words
  #bytes = new Uint8Array();
  #words = new Uint32Array();
  #floats = new Float32Array();
  #doubles = new Float64Array();
  readonly #arena = { address: 0, size: 0 };
  /** Where in the arena the next argument begins. */
  #at = 0;

  constructor(raw: RawBridge, heap: WebAssembly.Memory) {
    this.#raw = raw;
    this.#heap = heap;
    this.#boxes = raw.boxes() >>> 2;
  }

  /** Makes a call; its results are in the boxes then. Throws the error that a failed call leaves behind. */
  call(call: Call, ...given: Arguments): void {
    for (let i = 0; i < given.length; i++) {
      const argument = given[i]!;
      if (typeof argument === "string" && argument.length > longText) given[i] = utf8(argument);
    }
    this.#at = this.#room(sizeOfAll(given));
    this.#layAll(given);
    let status: number;
    try {
      status = call();
    } catch {
      // A trap: there was no memory to go on.
      status = this.#raw.recover();
    }
    if (status !== 0) throw new TrilError(codeOfStatus(status), messageDecoder.decode(this.bytes(0)));
  }

  /**
   * Lays the arguments of a call into the arena, in the order in which it reads them: a number as a double; a
   * table as its rows, its columns and its numbers; an array, or a text in UTF-8 (where a lone surrogate becomes
   * U+FFFD, as everywhere on the web), as a table of one column.
   */
  #layAll(given: Arguments | readonly Argument[]): void {
    for (let i = 0; i < given.length; i++) {
      const argument = given[i]!;
      if (typeof argument === "number") {
        this.#doubles[this.#at >>> 3] = argument;
        this.#at += 8;
      } else if (typeof argument === "string") {
        const start = this.#at + 8;
        const most = this.#bytes.subarray(start, start + 3 * argument.length);
        this.#head(encoder.encodeInto(argument, most).written, 1, 1);
      } else if (Array.isArray(argument)) {
        this.#layAll(argument);
      } else if (ArrayBuffer.isView(argument)) {
        this.#copy(argument as Numbers);
        this.#head(argument.length, 1, argument.BYTES_PER_ELEMENT);
      } else {
        const { rows, columns, data } = argument as Table;
        this.#copy(data);
        this.#head(rows, columns, data.BYTES_PER_ELEMENT);
      }
    }
  }

  /** Writes the shape of the table whose numbers are laid, and goes on behind it. */
  #head(rows: number, columns: number, bytesEach: number): void {
    this.#words[this.#at >>> 2] = rows;
    this.#words[(this.#at >>> 2) + 1] = columns;
    this.#at += 8 + aligned(rows * columns * bytesEach);
  }

  #copy(numbers: Numbers): void {
    const at = this.#at + 8;
    if (numbers instanceof Float32Array) copyNumbers(numbers, 0, this.#floats, at >>> 2, numbers.length);
    else if (numbers instanceof Uint32Array) copyNumbers(numbers, 0, this.#words, at >>> 2, numbers.length);
    else this.#bytes.set(numbers, at);
  }

  /** A copy of box `index` as bytes, as 32-bit integers, as floats. */
  bytes(index: number): Uint8Array<ArrayBuffer> {
    const bytes = this.#memory();
    const address = this.#words[this.#boxes + 2 * index]!;
    return bytes.slice(address, address + this.#words[this.#boxes + 2 * index + 1]!);
  }

  integers(index: number): Uint32Array<ArrayBuffer> {
    this.#memory();
    const address = this.#words[this.#boxes + 2 * index]!;
    const integers = new Uint32Array(this.#words[this.#boxes + 2 * index + 1]!);
    copyNumbers(this.#words, address >>> 2, integers, 0, integers.length);
    return integers;
  }

  floats(index: number): Float32Array<ArrayBuffer> {
    this.#memory();
    const address = this.#words[this.#boxes + 2 * index]!;
    const floats = new Float32Array(this.#words[this.#boxes + 2 * index + 1]!);
    copyNumbers(this.#floats, address >>> 2, floats, 0, floats.length);
    return floats;
  }

  /** The address of an arena with room for so many bytes. */
  #room(size: number): number {
    const arena = this.#arena;
    if (size > arena.size || (arena.size > room.most && size <= room.most)) {
      if (size > mostBytes) throw outOfMemory(size);
      arena.size = Math.max(size, room.least);
      arena.address = this.#raw.arena(arena.size);
      if (arena.address === 0) {
        arena.size = 0;
        throw outOfMemory(size);
      }
    }
    this.#memory();
    return arena.address;
  }

  #memory(): Uint8Array {
    // A grown memory leaves its old buffer detached, with length 0.
    if (this.#bytes.byteLength === 0) {
      const { buffer } = this.#heap;
      this.#bytes = new Uint8Array(buffer);
      this.#words = new Uint32Array(buffer);
      this.#floats = new Float32Array(buffer);
      this.#doubles = new Float64Array(buffer);
    }
    return this.#bytes;
  }
}

/** How many bytes the arguments take at most in the arena. */
function sizeOfAll(given: Arguments | readonly Argument[]): number {
  let size = 0;
  for (let i = 0; i < given.length; i++) {
    const argument = given[i]!;
    if (typeof argument === "number") size += 8;
    else if (typeof argument === "string") size += 8 + aligned(3 * argument.length);
    else if (Array.isArray(argument)) size += sizeOfAll(argument);
    else if (ArrayBuffer.isView(argument)) size += 8 + aligned(argument.byteLength);
    else size += 8 + aligned((argument as Table).data.byteLength);
  }
  return size;
}

/** Copies numbers. What engines have for it costs more than a lesson's whole matrix. */
function copyNumbers<T extends Float32Array | Uint32Array>(
  from: T,
  start: number,
  to: T,
  at: number,
  count: number,
): void {
  if (count > fewNumbers) to.set(from.subarray(start, start + count), at);
  else for (let i = 0; i < count; i++) to[at + i] = from[start + i]!;
}

/** UTF-8 bytes of a text; a lone surrogate becomes U+FFFD, as everywhere on the web. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

export function outOfMemory(size: number): TrilError {
  return new TrilError(
    "out-of-memory",
    `This needs ${Math.ceil(size / 2 ** 20)} MiB more than WebAssembly could get. Try a smaller input, or dispose of tokenizers that are no longer used.`,
  );
}
