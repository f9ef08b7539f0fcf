// Reads the text that web/tools/bytes.mjs makes of bytes.

const alphabet = Array.from({ length: 95 }, (_, i) => 32 + i).filter(
  (code) => !"\"'`\\$".includes(String.fromCharCode(code)),
);
const pairs = 2;
const singles = alphabet.length - pairs;

/** The bytes behind a packed text. `order` lists the byte values, most frequent first, in hexadecimal. */
export function unpackBytes(text: string, order: string): Uint8Array<ArrayBuffer> {
  const codes = new TextEncoder().encode(text);
  // What a character stands for alone, behind the first character that opens a pair, and behind the second.
  const [alone, first, second] = [0, 1, 2].map((block) => {
    const values = new Uint8Array(128);
    for (const [i, code] of alphabet.slice(pairs).entries()) {
      const at = 2 * (block * singles + i);
      values[code] = Number.parseInt(order.slice(at, at + 2), 16);
    }
    return values;
  }) as [Uint8Array, Uint8Array, Uint8Array];
  const [opensFirst, opensSecond] = alphabet;

  // In place: a byte never takes fewer characters than one.
  let length = 0;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]!;
    if (code === opensFirst) codes[length++] = first[codes[++i]!]!;
    else if (code === opensSecond) codes[length++] = second[codes[++i]!]!;
    else codes[length++] = alone[code]!;
  }
  return codes.slice(0, length);
}

/** The bytes of a text in base64 that were deflated before (web/tools/steps.mjs). */
export async function inflate(text: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(unpacked).arrayBuffer();
}
