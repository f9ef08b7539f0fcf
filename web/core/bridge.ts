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
  #arena = { address: 0, size: 0 };

  constructor(raw: RawBridge, heap: WebAssembly.Memory) {
    this.#raw = raw;
    this.#heap = heap;
    this.#boxes = raw.boxes() >>> 2;
  }

  /** Makes a call; its results are in the boxes then. Throws the error that a failed call leaves behind. */
  call(call: Call, ...given: Arguments): void {
    this.#lay(given);
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
  #lay(given: Arguments): void {
    const all = given.flat() as Argument[];
    let size = 0;
    for (let i = 0; i < all.length; i++) {
      let argument = all[i]!;
      if (typeof argument === "string" && argument.length > longText) all[i] = argument = utf8(argument);
      size += 8;
      if (typeof argument === "string") size += aligned(3 * argument.length);
      else if (typeof argument !== "number")
        size += aligned("data" in argument ? argument.data.byteLength : argument.byteLength);
    }
    let at = this.#room(size);
    for (const argument of all) {
      if (typeof argument === "number") {
        this.#doubles[at >>> 3] = argument;
        at += 8;
      } else if (typeof argument === "string") {
        const most = this.#bytes.subarray(at + 8, at + 8 + 3 * argument.length);
        at = this.#head(at, encoder.encodeInto(argument, most).written, 1, 1);
      } else if ("data" in argument) {
        this.#copy(argument.data, at + 8);
        at = this.#head(at, argument.rows, argument.columns, argument.data.BYTES_PER_ELEMENT);
      } else {
        this.#copy(argument, at + 8);
        at = this.#head(at, argument.length, 1, argument.BYTES_PER_ELEMENT);
      }
    }
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

  /** Writes the shape of a table that is laid at `at`, and returns where the next argument begins. */
  #head(at: number, rows: number, columns: number, bytesEach: number): number {
    this.#words[at >>> 2] = rows;
    this.#words[(at >>> 2) + 1] = columns;
    return at + 8 + aligned(rows * columns * bytesEach);
  }

  #copy(numbers: Numbers, address: number): void {
    if (numbers instanceof Float32Array) this.#floats.set(numbers, address >>> 2);
    else if (numbers instanceof Uint32Array) this.#words.set(numbers, address >>> 2);
    else this.#bytes.set(numbers, address);
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

/** What starts a module: the glue that Emscripten makes. */
export type Start<Raw extends RawBridge> = (options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}) => Promise<Raw>;

/** Starts a module from what was compiled. The glue must not look for a file: it gets its instance from here. */
export async function startModule<Raw extends RawBridge>(
  start: Start<Raw>,
  compiled: WebAssembly.Module,
): Promise<{ raw: Raw; bridge: Bridge }> {
  let heap: WebAssembly.Memory | undefined;
  const raw = await new Promise<Raw>((resolve, reject) => {
    start({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports).then((instance) => {
          // Its name among the exports depends on the compiler.
          heap = Object.values(instance.exports).find((item) => item instanceof WebAssembly.Memory);
          done(instance, compiled);
        }, reject);
        return {};
      },
    }).then(resolve, reject);
  });
  return { raw, bridge: new Bridge(raw, heap!) };
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
