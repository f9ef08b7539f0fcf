import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printed, show } from "../../web/lessons/cell/print.ts";

describe("show", () => {
  test.each<[unknown, string]>([
    [[1, 0, 2, 0], "[1, 0, 2, 0]"],
    [
      [
        [1, 2],
        [0.5, -3],
      ],
      "[[1, 2], [0.5, -3]]",
    ],
    [[], "[]"],
    [{}, "{}"],
    [{ id: 256, count: 3 }, "{ id: 256, count: 3 }"],
    [{ "two words": 1, _a$: "b" }, '{ "two words": 1, _a$: "b" }'],
    [{ pair: ["t", "h"], more: { deep: true } }, '{ pair: ["t", "h"], more: { deep: true } }'],
    ["text", '"text"'],
    [['say "hi"\n'], '["say \\"hi\\"\\n"]'],
    [0.1 + 0.2, "0.30000000000000004"],
    [-0, "0"],
    [Number.NaN, "NaN"],
    [-Infinity, "-Infinity"],
    [10n ** 20n, "100000000000000000000n"],
    [undefined, "undefined"],
    [null, "null"],
    [Symbol("s"), "Symbol(s)"],
    [new Uint32Array([258, 121]), "[258, 121]"],
    [new BigInt64Array([1n, -2n]), "[1n, -2n]"],
    [
      Float32Array.of(0.1, 1 / 3, 16777216, 1e-45, Number.NaN, Infinity),
      "[0.1, 0.33333334, 16777216, 1e-45, NaN, Infinity]",
    ],
    [{ rows: 2, columns: 2, data: Float32Array.of(1, 2, 3, 0.4) }, "[[1, 2], [3, 0.4]]"],
    [{ rows: 2, columns: 3, data: Float32Array.of(1) }, "{ rows: 2, columns: 3, data: [1] }"],
    [
      new Map<unknown, unknown>([
        ["a", 1],
        [2, [3]],
      ]),
      'Map { "a" => 1, 2 => [3] }',
    ],
    [new Set([1, "b"]), 'Set { 1, "b" }'],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
    [/a+/g, "/a+/g"],
    [new TypeError("no"), "TypeError: no"],
    [Math.max, "(function max)"],
    [() => {}, "(function)"],
    [class Point {}, "(class Point)"],
    [
      new (class Point {
        x = 1;
      })(),
      "Point { x: 1 }",
    ],
    [Promise.resolve(1), "(a promise: await it to see its value)"],
    [Object.create(null), "{}"],
    [new Array(3), "[undefined, undefined, undefined]"],
  ])("%#: %s", (value, text) => {
    expect(show(value)).toBe(text);
  });

  test("a matrix goes through tril.format where there is one, inside other values too", () => {
    const matrix = { rows: 1, columns: 2, data: Float32Array.of(1, 2) };
    const format = () => "tensor([[1., 2.],\n        [3., 4.]])";
    expect(printed([matrix], format)).toBe(format());
    expect(show({ a: 1, mixed: matrix }, format)).toBe(
      "{\n  a: 1,\n  mixed: tensor([[1., 2.],\n          [3., 4.]])\n}",
    );
  });

  test("long lists are broken at 80 columns", () => {
    const text = show(Array.from({ length: 60 }, (_, i) => i));
    const lines = text.split("\n");
    expect(lines.length).toBe(3);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(lines[1]).toMatch(/^ \d+, /);
    expect(JSON.parse(text)).toEqual(Array.from({ length: 60 }, (_, i) => i));
  });

  test("rows that do not fit on a line stand below one another", () => {
    const row = Array.from({ length: 15 }, (_, i) => i);
    expect(show([row, row])).toBe(`[[${row.join(", ")}],\n [${row.join(", ")}]]`);
  });

  test("what is too long or too deep is cut, with a word on it", () => {
    expect(show(Array.from({ length: 1500 }, () => 1))).toContain("… 500 more]");
    expect(show(new Array(4e9))).toContain("… 3999999000 more]");
    expect(show([[[[[[[1]]]]]]])).toBe("[[[[[[[…]]]]]]]");
    expect(show(["x".repeat(5000)])).toContain("… 4000 more characters");
    const wide = Array.from({ length: 900 }, () => Array.from({ length: 900 }, () => 123456));
    expect(show(wide).length).toBeLessThan(40_000);
  });

  test("hostile values do no harm", () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(show(loop)).toBe("{ self: (circular) }");
    const twice = [1];
    expect(show([twice, twice])).toBe("[[1], [1]]");
    let called = false;
    const getter = {
      get trap() {
        called = true;
        throw new Error("no");
      },
    };
    expect(show(getter)).toBe("{ trap: (getter) }");
    expect(called).toBe(false);
    const refuse = () => {
      throw new Error("no");
    };
    const proxy = new Proxy({}, { get: refuse, ownKeys: refuse, getPrototypeOf: refuse });
    expect(show([1, proxy])).toBe("[1, (a value that cannot be shown)]");
    expect(show({ [Symbol.toPrimitive]: refuse, toString: refuse })).toBe("{ toString: (function refuse) }");
    const error = new Error("x");
    Object.defineProperty(error, "message", { get: refuse });
    expect(show(error)).toBe("(a value that cannot be shown)");
  });

  test("never throws, and gives a text of bounded length", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withMap: true, withSet: true, withTypedArray: true }),
        (value) => {
          const text = show(value);
          expect(typeof text).toBe("string");
          expect(text.length).toBeLessThan(100_000);
        },
      ),
    );
  });
});

test("printed joins values by a space and leaves strings as they are", () => {
  expect(printed(["ids:", [1, 2], "that is", 2, "tokens\n"])).toBe("ids: [1, 2] that is 2 tokens\n");
  expect(printed([])).toBe("");
});
