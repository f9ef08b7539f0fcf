// What print(...) shows: values -> text, the same in every engine.

/** Writes a matrix, as tril.format does. */
export type FormatMatrix = (matrix: MatrixLike) => string;

export interface MatrixLike {
  rows: number;
  columns: number;
  data: Float32Array;
}

const width = 80;
const most = { elements: 1000, keys: 100, depth: 6, characters: 20_000 };

/**
 * The values of one print as text, with a space between them: strings as they are, everything else as `show`
 * writes it.
 */
export function printed(values: readonly unknown[], formatMatrix?: FormatMatrix): string {
  return values
    .map((value) => (typeof value === "string" ? cut(value, 100_000) : show(value, formatMatrix)))
    .join(" ");
}

/**
 * A value as text. It reads much like the code that makes the value, on one line where it fits.
 *
 * Never throws and always ends, whatever the value does: getters are not called, a trap of a proxy that throws
 * is passed over, and long or deep values are cut with a word on how much is missing.
 *
 * @example
 * show([1, 0, 2, 0]); // "[1, 0, 2, 0]"
 * show({ id: 256, pair: ["t", "h"] }); // '{ id: 256, pair: ["t", "h"] }'
 */
export function show(value: unknown, formatMatrix?: FormatMatrix): string {
  return new Writer(formatMatrix).write(value, 0);
}

class Writer {
  readonly #formatMatrix: FormatMatrix | undefined;
  readonly #around = new Set<object>(); // the objects that the current one is part of
  #left = most.characters;

  constructor(formatMatrix: FormatMatrix | undefined) {
    this.#formatMatrix = formatMatrix;
  }

  write(value: unknown, depth: number): string {
    if (this.#left <= 0) return "…";
    let text: string;
    try {
      text = isObject(value) ? this.#object(value, depth) : primitive(value);
    } catch {
      text = "(a value that cannot be shown)";
    }
    this.#left -= text.length;
    return text;
  }

  #object(value: object, depth: number): string {
    if (this.#around.has(value)) return "(circular)";
    const whole = wholeObject(value);
    if (whole !== undefined) return whole;
    if (this.#formatMatrix && isMatrix(value)) return this.#formatMatrix(value);
    if (depth >= most.depth) return Array.isArray(value) ? "[…]" : "{…}";
    this.#around.add(value);
    try {
      return this.#container(value, depth + 1);
    } finally {
      this.#around.delete(value);
    }
  }

  #container(value: object, depth: number): string {
    if (isMatrix(value)) {
      const row = (index: number) => value.data.subarray(index * value.columns, (index + 1) * value.columns);
      return this.#list(Math.min(value.rows, most.elements), value.rows, (index) =>
        this.write(row(index), depth),
      );
    }
    if (value instanceof Float32Array)
      return this.#list(Math.min(value.length, most.elements), value.length, (index) =>
        float32(value[index]!),
      );
    if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) {
      const list = value as ArrayLike<unknown>;
      const { length } = list;
      return this.#list(Math.min(length, most.elements), length, (index) => this.write(list[index], depth));
    }
    if (value instanceof Map) {
      const entries = [...take(value.entries(), most.keys)].map(
        ([key, entry]) => `${this.write(key, depth)} => ${this.write(entry, depth)}`,
      );
      return `Map ${block(withRest(entries, value.size))}`;
    }
    if (value instanceof Set) {
      const entries = [...take(value.values(), most.keys)].map((entry) => this.write(entry, depth));
      return `Set ${block(withRest(entries, value.size))}`;
    }
    const keys = Object.keys(value);
    const entries = keys.slice(0, most.keys).map((key) => {
      const property = Object.getOwnPropertyDescriptor(value, key);
      const text = property && "value" in property ? this.write(property.value, depth) : "(getter)";
      return `${/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : quote(key)}: ${text}`;
    });
    return className(value) + block(withRest(entries, keys.length));
  }

  #list(shown: number, length: number, element: (index: number) => string): string {
    const elements: string[] = [];
    for (let index = 0; index < shown && this.#left > 0; index++) elements.push(element(index));
    return brackets(withRest(elements, length));
  }
}

function primitive(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "bigint") return `${value}n`;
  return String(value);
}

/** Objects that are shown as one word or line. */
function wholeObject(value: object): string | undefined {
  if (typeof value === "function") {
    const name = Object.getOwnPropertyDescriptor(value, "name")?.value;
    const isClass = /^class\b/.test(Function.prototype.toString.call(value));
    return `(${isClass ? "class" : "function"}${typeof name === "string" && name ? ` ${cut(name, 100)}` : ""})`;
  }
  if (value instanceof Error) return cut(`${value.name}: ${value.message}`, 1000);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (value instanceof RegExp) return cut(RegExp.prototype.toString.call(value), 1000);
  if (value instanceof Promise) return "(a promise: await it to see its value)";
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function isMatrix(value: object): value is MatrixLike {
  const { rows, columns, data } = value as Partial<MatrixLike>;
  return data instanceof Float32Array && Number.isInteger(rows) && rows! * columns! === data.length;
}

/** "Name " for an instance of a class, nothing for a plain object. */
function className(value: object): string {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return "";
  const name = prototype.constructor?.name;
  return typeof name === "string" && name && name !== "Object" ? `${cut(name, 100)} ` : "";
}

/** The shortest decimal number that is this float32: 0.1, not 0.10000000149011612. */
function float32(value: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value);
}

function brackets(items: string[]): string {
  const line = `[${items.join(", ")}]`;
  if (line.length <= width && !line.includes("\n")) return line;
  if (items.some((item) => /^[[{]|\n/.test(item)))
    return `[${items.map((item) => indent(item, 1)).join(",\n ")}]`;
  let text = "[";
  let column = 1;
  items.forEach((item, index) => {
    const last = index === items.length - 1;
    const length = item.length + 1;
    if (index > 0 && column + length + 1 > width) {
      text += "\n ";
      column = 1;
    } else if (index > 0) {
      text += " ";
      column += 1;
    }
    text += item + (last ? "]" : ",");
    column += length;
  });
  return text;
}

function block(items: string[]): string {
  if (items.length === 0) return "{}";
  const line = `{ ${items.join(", ")} }`;
  if (line.length <= width && !line.includes("\n")) return line;
  return `{\n${items.map((item) => `  ${indent(item, 2)}`).join(",\n")}\n}`;
}

function withRest(items: string[], length: number): string[] {
  return items.length < length ? [...items, `… ${length - items.length} more`] : items;
}

function indent(text: string, by: number): string {
  return text.replaceAll("\n", `\n${" ".repeat(by)}`);
}

function quote(text: string): string {
  return JSON.stringify(cut(text, 1000));
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}… ${text.length - length} more characters` : text;
}

function* take<T>(values: Iterable<T>, count: number): Generator<T> {
  for (const value of values) {
    if (count-- <= 0) return;
    yield value;
  }
}
