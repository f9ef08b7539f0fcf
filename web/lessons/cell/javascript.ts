// The session of JavaScript: its worker is the core, and behind it what runs a cell.

import { coreText } from "../worker.ts";
import { outline } from "./outline.ts";
import { Session } from "./session.ts";
import role from "./worker.ts?bundled";

// A cell may make a name anew that the core and the role use, and later cells then find that one. So these two keep
// what the browser gave them.
const kept = `Array ArrayBuffer BigInt Boolean DataView Date Error EvalError FinalizationRegistry Float32Array
  Float64Array Infinity Int8Array Int16Array Int32Array JSON Map Math NaN Number Object Promise Proxy RangeError
  ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError Uint8Array Uint8ClampedArray
  Uint16Array Uint32Array BigInt64Array BigUint64Array WeakMap WeakRef WeakSet WebAssembly Blob DecompressionStream
  MessageChannel Response TextDecoder TextEncoder URL Worker atob btoa console crypto performance queueMicrotask
  clearInterval clearTimeout setInterval setTimeout decodeURIComponent encodeURIComponent isFinite isNaN parseFloat
  parseInt globalThis self`
  .split(/\s+/)
  .join();

export const newSession = () =>
  new Session({
    load: async () => ({ texts: [`{const {${kept}} = this;`, await coreText(), role, "}"] }),
    outline,
    startLimit: 20_000,
  });
