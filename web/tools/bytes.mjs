// Bytes as text, for carrying WebAssembly inside a JavaScript module (web/core/bytes.ts reads it back).
//
// Base64 spreads three bytes over four characters, which hides repetition from gzip and brotli: a third is
// lost. Here a byte stays a byte: the 89 most frequent values are one character each, the rest two. All are
// ASCII, so no server's charset can spoil them. Compressed, it costs some 3 % over the bare file.

// Two characters to open a pair, then one for each frequent value; without what a string has to escape.
const alphabet = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
  (c) => !"\"'`\\$".includes(c),
);
const pairs = 2;
const singles = alphabet.length - pairs;

/** Returns the text, and the order of byte values that it is written in, as 512 hexadecimal digits. */
export function packBytes(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte]++;
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b);
  const codes = [];
  for (const [rank, byte] of order.entries()) {
    const rest = rank - singles;
    codes[byte] =
      rest < 0
        ? alphabet[pairs + rank]
        : alphabet[Math.floor(rest / singles)] + alphabet[pairs + (rest % singles)];
  }
  return {
    text: Array.from(bytes, (byte) => codes[byte]).join(""),
    order: order.map((byte) => byte.toString(16).padStart(2, "0")).join(""),
  };
}
