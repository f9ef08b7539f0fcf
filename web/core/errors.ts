/** What went wrong, as a stable name. A new name may be added; none changes its meaning. */
export type ErrorCode =
  | "bad-argument"
  | "bad-shape"
  | "bad-file"
  | "unknown-id"
  | "unknown-token"
  | "special-token"
  | "out-of-memory"
  | "disposed"
  | "crashed";

// In the order of ErrorCode in cpp/core/result.h, where a failing call's status is 1 for the first.
const coreCodes: readonly ErrorCode[] = [
  "bad-argument",
  "bad-shape",
  "bad-file",
  "unknown-id",
  "unknown-token",
  "special-token",
  "out-of-memory",
];

/**
 * The only error tril throws: a stable `code` to branch on, and a sentence that says what was wrong and what
 * to do. After any error the module works on.
 *
 * @example
 * try {
 *   tril.matmul([[1, 2]], [[3, 4]]);
 * } catch (error) {
 *   error instanceof TrilError; // true
 *   error.code; // "bad-shape"
 * }
 */
export class TrilError extends Error {
  override readonly name = "TrilError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function codeOfStatus(status: number): ErrorCode {
  return coreCodes[status - 1] ?? "crashed";
}
