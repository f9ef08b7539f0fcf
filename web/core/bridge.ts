// The border between JavaScript and WebAssembly.
//
// Inputs are laid into one arena that the module keeps; a call takes addresses and lengths, and returns a
// status: 0, or the number of an error code. Its results wait in numbered boxes (address and length) until
// they are copied out. No view of the heap leaves this file, and every view is taken anew after the memory
// has grown. (cpp/bindings/bridge.h is the other side.)

import { codeOfStatus, TrilError } from "./errors.ts";

/** What an Embind table gives: functions on numbers. */
export interface RawBridge {
  memory(): Uint8Array<ArrayBuffer>;
  arena(bytes: number): number;
  boxes(): number;
}

type Numbers = Uint8Array | Uint32Array | Float32Array;

/** WebAssembly's memory ends at 2 GiB here; nothing larger is worth asking for. */
const mostBytes = 2 ** 31 - 1;
const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8;

const encoder = new TextEncoder();
const messageDecoder = new TextDecoder();

export class Bridge {
  readonly #raw: RawBridge;
  readonly #boxes: number; // address of the table of boxes, as an index of 32-bit words
  #bytes = new Uint8Array();
  #words = new Uint32Array();
  #floats = new Float32Array();

  constructor(raw: RawBridge) {
    this.#raw = raw;
    this.#boxes = raw.boxes() >>> 2;
  }

  /** Lays the parts into the arena one after another and returns the address of each. */
  put(...parts: Numbers[]): number[] {
    let size = 0;
    for (const part of parts) size += aligned(part.byteLength);
    if (size > mostBytes) throw outOfMemory(size);
    let address = this.#raw.arena(size);
    if (address === 0) throw outOfMemory(size);
    const memory = this.#memory();
    return parts.map((part) => {
      const place = address;
      memory.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), place);
      address += aligned(part.byteLength);
      return place;
    });
  }

  /** Throws the error that a failed call left behind. */
  check(status: number): void {
    if (status !== 0) throw new TrilError(codeOfStatus(status), messageDecoder.decode(this.bytes(0)));
  }

  /** A copy of box `index` as bytes, as 32-bit integers, as floats. */
  bytes(index: number): Uint8Array<ArrayBuffer> {
    const [address, length] = this.#box(index);
    return this.#memory().slice(address, address + length);
  }

  integers(index: number): Uint32Array<ArrayBuffer> {
    const [address, length] = this.#box(index);
    return this.#words.slice(address >>> 2, (address >>> 2) + length);
  }

  floats(index: number): Float32Array<ArrayBuffer> {
    const [address, length] = this.#box(index);
    return this.#floats.slice(address >>> 2, (address >>> 2) + length);
  }

  #box(index: number): [number, number] {
    this.#memory();
    const at = this.#boxes + 2 * index;
    return [this.#words[at]!, this.#words[at + 1]!];
  }

  #memory(): Uint8Array {
    // A grown memory leaves its old buffer detached, with length 0.
    if (this.#bytes.byteLength === 0) {
      this.#bytes = this.#raw.memory();
      this.#words = new Uint32Array(this.#bytes.buffer);
      this.#floats = new Float32Array(this.#bytes.buffer);
    }
    return this.#bytes;
  }
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
