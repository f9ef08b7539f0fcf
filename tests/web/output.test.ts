import { describe, expect, test } from "vitest";
import { type OutputBatch, outputLimit, readReply } from "../../web/lessons/cell/messages.ts";
import { limitOutput, messageCounter, Output } from "../../web/lessons/cell/output.ts";

function start() {
  const batches: OutputBatch[] = [];
  const later: (() => void)[] = [];
  const host = {
    time: 0,
    send: (batch: OutputBatch) => batches.push(batch),
    now: () => host.time,
    later: (call: () => void) => later.push(call),
  };
  return { batches, later, host, output: new Output(host) };
}

const texts = (batches: OutputBatch[]) => batches.flatMap(({ lines }) => lines.map(({ text }) => text));

describe("Output", () => {
  test("sends few lines at once, and gathers many", () => {
    const { batches, later, host, output } = start();
    for (let i = 0; i < 31; i++) output.add("print", () => `${i}`);
    expect(batches.length).toBe(30);
    output.add("print", () => "31");
    expect(later.length).toBe(1);
    host.time = 50;
    for (const call of later) call();
    expect(batches.length).toBe(31);
    expect(texts(batches).length).toBe(32);
  });

  test("a loop that never pauses loses few lines, and sends by the clock", () => {
    const { batches, host, output } = start();
    for (let i = 0; i < 500; i++) output.add("print", () => `${i}`);
    expect(texts(batches).length).toBeGreaterThan(450);
    expect(batches.length).toBeLessThan(50);
    for (let i = 500; i < 100_000; i++) {
      host.time += 0.1;
      output.add("print", () => `${i}`);
    }
    expect(batches.length).toBeLessThan(300);
    expect(batches.at(-1)!.hidden).toBeGreaterThan(98_000);
  });

  test("after the limit it counts, and does not even ask for the text", () => {
    const { batches, output } = start();
    let asked = 0;
    for (let i = 0; i < 5000; i++)
      output.add("print", () => {
        asked += 1;
        return "line";
      });
    output.flush();
    expect(texts(batches).length).toBe(outputLimit.lines);
    expect(asked).toBe(outputLimit.lines);
    expect(batches.at(-1)!.hidden).toBe(4000);
  });

  test("cuts one text of many lines, and one that is too long", () => {
    const many = start();
    many.output.add("print", () => "x\n".repeat(5000));
    many.output.add("print", () => "more");
    many.output.flush();
    expect(texts(many.batches).join("\n").split("\n").length).toBe(outputLimit.lines);
    expect(many.batches.at(-1)!.hidden).toBeGreaterThan(0);
    const long = start();
    long.output.add("print", () => "x".repeat(1e6));
    long.output.flush();
    expect(texts(long.batches)[0]!.length).toBe(outputLimit.characters);
    expect(long.batches.at(-1)!.hidden).toBe(1);
  });
});

test("the page holds a worker to the limit by itself", () => {
  const limited = limitOutput();
  const lines = Array.from({ length: 700 }, () => ({ kind: "print" as const, text: "x".repeat(100) }));
  const kept = [limited({ lines, hidden: 0 }), limited({ lines, hidden: 0 }), limited({ lines, hidden: 3 })];
  expect(texts(kept).length).toBe(1000);
  expect(kept[2]).toEqual({ lines: [], hidden: 3 });
});

test("the page notices a flood of messages", () => {
  let time = 0;
  const isTooMuch = messageCounter(() => time);
  for (let i = 0; i < 2000; i++) {
    time += 50;
    expect(isTooMuch()).toBe(false);
  }
  let count = 0;
  while (!isTooMuch()) count += 1;
  expect(count).toBeLessThan(5000);
});

describe("readReply", () => {
  test("passes on what is well formed", () => {
    expect(readReply({ type: "ready" })).toEqual({ type: "ready" });
    expect(readReply({ type: "done", more: 1 })).toEqual({ type: "done" });
    expect(readReply({ type: "failed", error: { name: "E", message: "m", line: 3 } })).toEqual({
      type: "failed",
      error: { name: "E", message: "m", line: 3 },
    });
    expect(readReply({ type: "output", lines: [{ kind: "odd", text: "t" }], hidden: 0 })).toEqual({
      type: "output",
      lines: [{ kind: "print", text: "t" }],
      hidden: 0,
    });
  });

  test.each([
    undefined,
    null,
    "done",
    [],
    {},
    { type: "failed" },
    { type: "failed", error: { name: 1, message: "m" } },
    { type: "output", lines: "x", hidden: 0 },
    { type: "output", lines: [{ text: 1 }], hidden: 0 },
    { type: "output", lines: [], hidden: -1 },
    { type: "output", lines: new Array(1e6), hidden: 0 },
  ])("%#: takes nothing else", (data) => {
    expect(readReply(data)).toBeUndefined();
  });

  test("cuts what is too long", () => {
    const reply = readReply({
      type: "failed",
      error: { name: "E".repeat(1e6), message: "m".repeat(1e6), line: 0.5 },
    });
    expect(JSON.stringify(reply).length).toBeLessThan(10_000);
    expect(reply).not.toHaveProperty("error.line");
  });
});
