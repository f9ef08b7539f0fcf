// Checks of arguments, at the border where JavaScript's values become numbers.

import { TrilError } from "./errors.ts";

/** The largest number that one 32-bit word of the core holds. */
export const largestWord = 2 ** 32 - 1;

/** A value as a message shows it. */
export function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "number" || value === null || value === undefined) return String(value);
  return Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}

/** A whole number from `least` to `most`. */
export function wholeNumber(value: unknown, what: string, least = 0, most = largestWord): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new TrilError(
    "bad-argument",
    `${what} is a whole number from ${least} to ${most}, not ${describe(value)}.`,
  );
}

/** What is given as { name: value }. */
export function recordOf<Options extends object>(options: Options, call: string): Options {
  // A Map or an array has nothing under its names, and would be passed over.
  if (typeof options === "object" && options !== null && !(Symbol.iterator in options)) return options;
  throw new TrilError(
    "bad-argument",
    `${call} takes its options as an object, such as { name: value }, not ${describe(options)}.`,
  );
}

/** The options of a call, with the defaults of those that are not given; a name that it does not know is refused. */
export function optionsOf<Options extends object>(
  options: NoInfer<{ readonly [name in keyof Options]?: Options[name] | undefined }>,
  call: string,
  defaults: { [name in keyof Options]: Options[name] | undefined },
): Options {
  const all = { ...defaults } as Options;
  for (const [name, value] of Object.entries(recordOf(options, call))) {
    if (!Object.hasOwn(defaults, name))
      throw new TrilError(
        "bad-argument",
        `${call} has no option "${name}", but ${Object.keys(defaults).join(", ")}.`,
      );
    if (value !== undefined) all[name as keyof Options] = value as Options[keyof Options];
  }
  return all;
}

/** A number that is neither NaN nor infinite. */
export function finiteNumber(value: unknown, what: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new TrilError("bad-argument", `${what} is a finite number, not ${describe(value)}.`);
}

/** Yes or no. */
export function trueOrFalse(value: unknown, what: string): boolean {
  if (typeof value === "boolean") return value;
  throw new TrilError("bad-argument", `${what} is true or false, not ${describe(value)}.`);
}

/** The place of a name among those that are possible. */
export function indexIn(names: readonly string[], name: unknown, what: string): number {
  const index = names.indexOf(name as string);
  if (index >= 0) return index;
  const all = names.map((name) => `"${name}"`).join(", ");
  throw new TrilError("bad-argument", `${what} is one of ${all}, not ${describe(name)}.`);
}
