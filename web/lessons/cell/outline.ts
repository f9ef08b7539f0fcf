// What a cell's JavaScript makes: the names at its top level, which the cells after it shall know. The code itself
// is only read here, never changed: the worker runs it as the module that it is.

import { parser } from "@lezer/javascript";

export interface Outline {
  /** The names that the code makes at its top level; of code that is not understood those that are seen. */
  names: string[];
  /** Where "tril" stands as the module to import from: the places of the strings in the code. */
  imports: number[];
  /** The place that is not understood, or a `return` that leads nowhere: for engines that do not tell. */
  wrong?: number;
}

type Node = ReturnType<typeof parser.parse>["topNode"];

/**
 * The outline of a module's code. It is exact for what an engine takes; what no engine takes may be anything.
 *
 * @example
 * outline("const [a, b] = f(); if (a) { var c = 1; let d; }").names; // ["a", "b", "c"]
 */
export function outline(code: string): Outline {
  const tree = parser.parse(code);
  const imports: number[] = [];
  let wrong: number | undefined;
  let functions = 0;
  tree.iterate({
    enter({ type, name, from, to, node }) {
      if (isFunction(name)) functions += 1;
      if (type.isError || (name === "ReturnStatement" && functions === 0)) wrong ??= from;
      const isImported =
        name === "String" && /^(Import|Export)Declaration$|^DynamicImport$/.test(node.parent!.name);
      if (isImported && code.slice(from + 1, to - 1) === "tril") imports.push(from);
    },
    leave({ name }) {
      if (isFunction(name)) functions -= 1;
    },
  });
  const names = new Set<string>();
  for (const { from, to } of made(tree.topNode, true)) names.add(code.slice(from, to));
  return { names: [...names], imports, ...(wrong !== undefined && { wrong }) };
}

const isFunction = (name: string) =>
  /^(Function(Declaration|Expression)|ArrowFunction|MethodDeclaration|Property|StaticBlock)$/.test(name);

/** The definitions that a statement makes in the module's own scope: of what stands in a block only `var` does. */
function* made(node: Node, isTop: boolean): Generator<Node> {
  switch (node.name) {
    case "Script":
    case "ExportDeclaration":
      for (const child of children(node)) yield* made(child, isTop);
      break;
    case "VariableDeclaration":
      if (isTop || node.getChild("var")) yield* defined(node);
      break;
    case "ForInSpec":
    case "ForOfSpec":
      if (node.getChild("var")) yield* defined(node);
      break;
    case "FunctionDeclaration":
    case "ClassDeclaration":
      if (isTop) yield* node.getChildren("VariableDefinition");
      break;
    case "ImportDeclaration":
      yield* defined(node);
      break;
    default:
      if (/Statement$|Block$|^(SwitchBody|ForSpec|(Catch|Finally)Clause)$/.test(node.name))
        for (const child of children(node)) yield* made(child, false);
  }
}

/** The names of a declaration, in patterns too. */
function* defined(node: Node): Generator<Node> {
  for (const child of children(node)) {
    if (child.name === "VariableDefinition") yield child;
    else if (/^(ArrayPattern|ObjectPattern|PatternProperty|ImportGroup)$/.test(child.name))
      yield* defined(child);
  }
}

function* children(node: Node): Generator<Node> {
  for (let child = node.firstChild; child; child = child.nextSibling) yield child;
}
