// How pictures write bytes: as text where they are text, in hexadecimal where they are a part of a character.

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A label for a token: "ha", "␣un" for " un", "⏎" for a newline, "e2 82" for a part of "€". Never U+FFFD. */
export function labelOf(bytes: Uint8Array): string {
  try {
    return visible(strict.decode(bytes));
  } catch {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  }
}

/** Text with its invisible characters made visible. */
function visible(text: string): string {
  return text
    .replaceAll(" ", "␣")
    .replaceAll("\n", "⏎")
    .replaceAll("\t", "⇥")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, (character) => {
      return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
    });
}
