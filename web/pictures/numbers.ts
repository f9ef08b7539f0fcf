// How pictures write numbers: short, with a true minus sign, never more than four decimals.

/**
 * A number that is exact in four decimals is as short as it can be; one that was rounded has all four, as PyTorch
 * prints it. So "0" is exactly 0, and "0.0000" is not quite: see `tiny`.
 * Example: 0.10000000149 -> "0.1", -0.58798 -> "−0.5880", 0.0000000051 -> "0.0000", NaN -> "NaN".
 */
export function short(value: number): string {
  if (!Number.isFinite(value)) return String(value).replace("Infinity", "∞").replace("-", "−");
  const size = Math.abs(value);
  const rounded = value.toFixed(4);
  // A few steps of float32 are no difference: 0.0001 is a little less there, and a sum of shares 0.99999994.
  const isExact = Math.abs(Number(rounded) - value) <= 1e-6 * size;
  if (size >= 1e6) return value.toExponential(2).replace("-", "−");
  return (isExact ? String(Number(rounded)) : rounded).replace("-", "−");
}

/**
 * A number that four decimals show as 0.0000 or −0.0000, with all its zeros and three digits after them; nothing for
 * any other number, and "" for one that is closer to 0 than a trillionth. Example: 0.000000005109 -> "0.00000000511".
 */
export function tiny(value: number): string | undefined {
  const size = Math.abs(value);
  if (!/^−?0\.0000$/.test(short(value))) return undefined;
  return size < 1e-12 ? "" : value.toFixed(2 - Math.floor(Math.log10(size))).replace("-", "−");
}

/** A whole number with its thousands apart: 50257 -> "50,257". */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A size as people read it: "0.4 MB". */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A share as people say it: 0.14697 -> "14.7 %". */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
