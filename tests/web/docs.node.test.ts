// What the documentation shows is true: the examples of the face's doc comments, and of the README.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { load, TrilError } from "../../web/core/index.ts";

const root = join(import.meta.dirname, "../..");
const core = join(root, "web/core");

interface Example {
  file: string;
  line: number;
  code: string;
}

/** The code under every @example of a file. */
function examplesOf(file: string): Example[] {
  const lines = readFileSync(join(core, file), "utf8").split("\n");
  return lines.flatMap((text, index) => {
    if (!/^\s*\* @example$/.test(text)) return [];
    const end = lines.findIndex((line, i) => i > index && /^\s*\*(\/| @)/.test(line));
    const code = lines.slice(index + 1, end).map((line) => line.replace(/^\s*\* ?/, ""));
    return [{ file, line: index + 1, code: code.join("\n") }];
  });
}

/** Turns `EXPRESSION; // VALUE` into a comparison; the value may stand on a line of its own below. */
function checked(code: string): string {
  return code
    .replaceAll(/;\n\s*\/\/ /g, "; // ")
    .split("\n")
    .map((line) => {
      const match = /^(\s*)(.+); \/\/ (.+)$/.exec(line);
      if (!match || /^\s*(const|let) /.test(line)) return line;
      const value = match[3]!.replaceAll(/\b(Uint32Array|Float32Array) (\[[^\]]*\])/g, "$1.from($2)");
      return `${match[1]}expect(${match[2]}).toEqual(${value});`;
    })
    .join("\n");
}

describe("doc comments", () => {
  const examples = readdirSync(core)
    .filter((name) => name.endsWith(".ts"))
    .flatMap(examplesOf);

  test.each(examples)("$file:$line", async ({ code }) => {
    const body = checked(code).replace("await load()", "await load()");
    expect(body).toContain("expect(");
    const AsyncFunction = (async () => {}).constructor as new (
      ...words: string[]
    ) => (...values: unknown[]) => Promise<void>;
    const names = { load, TrilError, expect, ...(!/const tril =/.test(code) && { tril: await load() }) };
    await new AsyncFunction(...Object.keys(names), body)(...Object.values(names));
  });
});

describe("README", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");

  const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code!);

  test.each(examples)("a package example prints what it says", (code) => {
    const expected = [...code.matchAll(/console\.log\(.*; \/\/ (.+)$/gm)].map(([, text]) => text);
    expect(expected.length).toBeGreaterThan(0);
    const file = join(root, "build/readme-example.mjs");
    const here = code
      .replace('from "tril"', 'from "../dist/index.js"')
      .replace(/from "tril\/(vocab\/\w+)"/, 'from "../dist/$1.js"');
    writeFileSync(file, here);
    const printed = execFileSync(process.execPath, [file], { encoding: "utf8" }).trim().split("\n");
    expect(printed).toEqual(expected);
  });

  test("every folder, file and script that it names is there", () => {
    for (const [, path] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g))
      expect(readFileSync(join(root, path!)).length).toBeGreaterThan(0);
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    for (const [, name] of readme.matchAll(/`npm run (\w+)`/g)) expect(scripts).toHaveProperty(name!);
    for (const [, path] of readme.matchAll(/^\| `((?:web|cpp|public|tests)[^`]*)`/gm))
      expect(() => readdirOrFile(path!)).not.toThrow();
  });

  test("the policy that it shows is the one the tests serve the site with", async () => {
    const { sitePolicy } = await import("../browser/server.ts");
    const shown = /```text\n(.*?)```/s.exec(readme)![1]!;
    expect(shown.replaceAll(/\s+/g, " ").trim()).toBe(sitePolicy);
  });
});

function readdirOrFile(path: string): void {
  if (path.endsWith(".ts")) readFileSync(join(root, path));
  else readdirSync(join(root, path));
}
