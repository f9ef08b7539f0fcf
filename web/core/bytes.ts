// Reads the text that web/tools/bytes.mjs makes of bytes.

const alphabet = Array.from({ length: 95 }, (_, i) => 32 + i).filter(
  (code) => !"\"'`\\$".includes(String.fromCharCode(code)),
);
const pairs = 2;

/** The bytes behind a packed text. `order` lists the byte values, most frequent first, in hexadecimal. */
export function unpackBytes(text: string, order: string): Uint8Array<ArrayBuffer> {
  const singles = alphabet.length - pairs;
  const digit = new Uint8Array(128);
  for (const [i, code] of alphabet.entries()) digit[code] = i;
  const values = Uint8Array.from({ length: 256 }, (_, rank) =>
    Number.parseInt(order.slice(2 * rank, 2 * rank + 2), 16),
  );

  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const first = digit[text.charCodeAt(i)]!;
    const rank = first < pairs ? singles * (first + 1) + digit[text.charCodeAt(++i)]! - pairs : first - pairs;
    bytes[length++] = values[rank]!;
  }
  return bytes.slice(0, length);
}
