// JSON, read strictly: JSON.parse keeps the last of keys that come twice, and names no line.

import { describe } from "./check.ts";
import { badFile, badLine } from "./files.ts";

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = Map<string, Json>;

const deepest = 32;

/** The value of a JSON text. @throws TrilError "bad-file" that names the file, the line and what is wrong there. */
export function readJson(text: string, file: string): Json {
  let at = 0;
  const fail = (message: string) => badLine(file, text.slice(0, at), message);
  const end = () => fail("the file ends too early; it may be truncated.");

  /** The next sign that is no white space, which stays; "" at the end. */
  function sign(): string {
    while (at < text.length && " \n\r\t".includes(text[at]!)) at++;
    return text.charAt(at);
  }

  /** Takes a sign that has to come. */
  function take(...signs: string[]): string {
    const found = sign();
    if (found === "") throw end();
    if (!signs.includes(found)) throw fail(`${signs.join(" or ")} is expected, not ${found}`);
    at++;
    return found;
  }

  /** Takes what stands between brackets, with commas between. */
  function takeAll(close: string, item: () => void): void {
    at++;
    if (sign() === close) at++;
    else
      do item();
      while (take(",", close) === ",");
  }

  function takeText(): string {
    if (sign() !== '"') take('"');
    let close = at;
    do close = text.indexOf('"', close + 1);
    while (close > 0 && backslashesBefore(close) % 2 === 1);
    if (close < 0) throw end();
    return parse(close + 1);
  }

  function backslashesBefore(place: number): number {
    let start = place;
    while (text[start - 1] === "\\") start--;
    return place - start;
  }

  /** Leaves the text or number from here up to `close` to JavaScript. */
  function parse(close: number) {
    const part = text.slice(at, close);
    try {
      const value = JSON.parse(part);
      at = close;
      return value;
    } catch {
      throw fail(`${describe(part)} is not JSON.`);
    }
  }

  function value(depth: number): Json {
    if (depth > deepest) throw fail("this is nested too deeply.");
    switch (sign()) {
      case "":
        throw end();
      case '"':
        return takeText();
      case "[": {
        const list: Json[] = [];
        takeAll("]", () => list.push(value(depth + 1)));
        return list;
      }
      case "{": {
        const object: JsonObject = new Map();
        takeAll("}", () => {
          const name = takeText();
          if (object.has(name)) throw fail(`${describe(name)} occurs twice.`);
          take(":");
          object.set(name, value(depth + 1));
        });
        return object;
      }
    }
    const word = /[^\s,:[\]{}"]*/y;
    word.lastIndex = at;
    word.test(text);
    return parse(Math.max(word.lastIndex, at + 1));
  }

  const all = value(0);
  if (sign() !== "") throw fail("the file goes on after its end.");
  return all;
}

/** The fields of an object in a file, each to be taken once: what is left in the end is not known. */
export class Fields {
  readonly #left: JsonObject;
  readonly #path: string;

  constructor(value: Json | undefined, path: string) {
    this.#path = path;
    if (!(value instanceof Map)) throw badFile(`${path} is an object, not ${describe(value)}.`);
    this.#left = new Map(value);
  }

  /** The path of a field. */
  at(name: string): string {
    return `${this.#path}.${name}`;
  }

  take(name: string): Json | undefined {
    const value = this.#left.get(name);
    this.#left.delete(name);
    return value;
  }

  /** A field that may have one of a few values; one that is absent counts as null. */
  oneOf<Value extends Json>(name: string, ...known: Value[]): Value {
    const value = (this.take(name) ?? null) as Value;
    if (known.includes(value)) return value;
    const values = known.map((value) => JSON.stringify(value)).join(" or ");
    throw badFile(`${this.at(name)} is ${describe(value)}; tril reads only ${values}.`);
  }

  text(name: string): string {
    const value = this.take(name);
    if (typeof value === "string" && !/\p{Surrogate}/u.test(value)) return value;
    throw badFile(`${this.at(name)} is a text in Unicode, not ${describe(value)}.`);
  }

  /** A whole number of 32 bits. */
  number(name: string): number {
    const value = this.take(name);
    if (typeof value === "number" && value === value >>> 0) return value;
    throw badFile(`${this.at(name)} is a whole number from 0, not ${describe(value)}.`);
  }

  list(name: string): Json[] {
    const value = this.take(name);
    if (Array.isArray(value)) return value;
    throw badFile(`${this.at(name)} is a list, not ${describe(value)}.`);
  }

  object(name: string): Fields {
    return new Fields(this.take(name), this.at(name));
  }

  /** The objects of a list. */
  objects(name: string): Fields[] {
    return this.list(name).map((value, i) => new Fields(value, `${this.at(name)}[${i}]`));
  }

  /** Nothing else is known; whatever else there is may change the ids. */
  end(): void {
    for (const name of this.#left.keys())
      throw badFile(`${this.at(name)} is a field that tril does not know.`);
  }
}
