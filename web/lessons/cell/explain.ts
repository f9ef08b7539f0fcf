// What a JavaScript cell has thrown -> the error as plain data: its line in the learner's code, and a second sentence
// that helps.

import { noText } from "./lockdown.ts";
import type { CellError } from "./messages.ts";
import { printed } from "./print.ts";
import type { Names } from "./share.ts";

/** The module that ran. */
export interface Ran {
  code: string;
  address: string;
  /** How many characters stand before the code in its first line. */
  before: number;
  /** A place of the code that looks wrong, for engines that do not tell. */
  wrong?: number | undefined;
  names: Names;
}

type Place = Pick<CellError, "line" | "column">;

/** Anything can be thrown, so every look at it may fail. */
export async function explain(thrown: unknown, ran: Ran): Promise<CellError> {
  const read = (name: string): unknown => {
    try {
      return (thrown as Record<string, unknown>)[name];
    } catch {
      return undefined;
    }
  };
  if (!(thrown instanceof Error)) return { name: "Error", message: `The code threw ${printed([thrown])}.` };

  const [name, message] = [String(read("name")), String(read("message"))];
  const { code, address, before } = ran;
  const place = placeInStack(String(read("stack")), address, before);
  if (name === "EvalError") return { name: "Error", message: noText, ...place };

  // The module did not even start. Engines differ in what they tell of the place.
  if (!place && thrown instanceof SyntaxError) {
    const library = /blob:\S+/.exec(message)?.[0];
    if (library)
      return {
        name: "ImportError",
        message: message.replace(library, "tril'"),
        hint: "The package gives `load` and `TrilError`. What can be done is what `await load()` gives, here `tril`.",
      };
    const told = read("fileName") === address ? read("lineNumber") : read("line");
    // What is missing at the end is missing where something stands last.
    if (/end of (input|script)/i.test(message)) return withHint({ name, message, line: lastLine(code) }, ran);
    const where = typeof told === "number" ? { line: told } : await placeOfSyntaxError(code, message);
    return withHint({ name, message, ...(where ?? placeOf(code, ran.wrong)) }, ran);
  }
  if (!place && name === "TypeError" && /import|module/i.test(message)) {
    const line = code.split("\n").findIndex((text) => /\bimport\b|\bfrom\b/.test(text)) + 1;
    const sentence =
      'A cell has no network, so it imports from nowhere but "tril", which is already here, as `tril`.';
    return { name: "ImportError", message: sentence, ...(line > 0 ? { line } : {}) };
  }
  return withHint({ name, message, ...place }, ran);
}

function placeOf(code: string, at: number | undefined): Place {
  if (at === undefined) return {};
  const lines = code.slice(0, at).split("\n");
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

const lastLine = (code: string) => code.trimEnd().split("\n").length;

function placeInStack(stack: string, address: string, before: number): Place | undefined {
  const at = stack.indexOf(`${address}:`);
  if (at < 0) return;
  const [line, column] = stack
    .slice(at + address.length + 1)
    .split(/[:)\s]/, 2)
    .map(Number) as [number, number?];
  if (!Number.isInteger(line)) return;
  if (!Number.isInteger(column)) return { line };
  return { line, column: line === 1 ? Math.max(1, column! - before) : column! };
}

/**
 * Chromium does not tell a module where its syntax is wrong, but tells so of a worker's script. So the code is
 * given to a worker as a block of a function that nobody calls.
 */
function placeOfSyntaxError(code: string, message: string): Promise<Place | undefined> {
  return new Promise((resolve) => {
    try {
      const opening = 'async()=>{"use strict";{';
      const script = new Blob([opening, code, "\n}}"], { type: "text/javascript" });
      const probe = new Worker(URL.createObjectURL(script));
      const answer = (place?: Place) => {
        probe.terminate();
        resolve(place);
      };
      probe.onerror = (event) => {
        event.preventDefault();
        if (!event.message?.endsWith(message)) return answer();
        const { lineno, colno } = event;
        answer({ line: lineno, column: lineno === 1 ? Math.max(1, colno - opening.length) : colno });
      };
      setTimeout(answer, 500);
    } catch {
      resolve(undefined);
    }
  });
}

function withHint(error: CellError, ran: Ran): CellError {
  const hint = hintFor(error, ran);
  return hint ? { ...error, hint } : error;
}

function hintFor({ name, message }: CellError, { names }: Ran): string | undefined {
  if (name === "ReferenceError") {
    const missing =
      /^(?:Can't find variable: )?([\p{ID_Start}$_][\p{ID_Continue}$]*)(?: is not defined)?$/u.exec(message);
    if (!missing) return "The line that makes the name stands further down, or has not been reached.";
    if (names.unmade.has(missing[1]!))
      return `A cell above was to make \`${missing[1]}\`, but it ended with an error: see what it says.`;
    return `\`${missing[1]}\` is made in no cell that has run. Run the cells above first, and look at the spelling.`;
  }
  if (name === "SyntaxError" && !/JSON/.test(message)) {
    if (/already been declared|redeclaration|duplicate/i.test(message))
      return "Within one cell a name is made only once: the second time, write it without `let` or `const`.";
    if (/return/i.test(message))
      return "`return` belongs in a function. At the end of a cell, print(…) the value.";
    return "Look at this line and the end of the one before: is a bracket, a quote or a comma missing?";
  }
  if (name === "TypeError") {
    if (/constant|readonly/i.test(message)) return "What `const` makes stays as it is: make it with `let`.";
    if (/of (undefined|null)\b|(undefined|null) is not an object|is (undefined|null)$/.test(message))
      return "What stands before the dot or the bracket has no value: print it.";
    const taken = [...names.taken].find((name) => message.startsWith(name) || message.startsWith(`(${name}`));
    if (taken)
      return `A cell has made \`${taken}\` its own name. To have the other one back, load the page anew.`;
    if (/is not a function/.test(message))
      return "Look at the spelling, or print what stands before the brackets.";
  }
  if ((name === "RangeError" && /call stack/.test(message)) || name === "InternalError")
    return "A function calls itself without end: something must make it stop.";
}
