// How pictures write bytes: as text where they are text, in hexadecimal where they are a part of a character.

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A label for a token: "ha", "␣un" for " un", "⏎" for a newline, "e2 82" for a part of "€". Never U+FFFD. */
export function labelOf(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes).replaceAll(" ", "␣").replaceAll(unseen, markOf);
  } catch {
    return hex(bytes);
  }
}

/** Example: the bytes of "€" are "e2 82 ac". */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

/** Characters that leave no mark of their own, but for the space. */
export const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/** What stands for a character that cannot be seen: "⏎", "⇥", "U+200B". */
export function markOf(character: string): string {
  if (character === "\n") return "⏎";
  if (character === "\t") return "⇥";
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
