// A Vite plugin: the published vocabularies, from the rank files of npm's tiktoken, as tril carries them.
//
//   import cl100k from "tiktoken/encoders/cl100k_base.json?packed"       in the module, as text
//   import cl100k from "tiktoken/encoders/cl100k_base.json?packed-file"  the address of a file to fetch
//
// Packed, a vocabulary is what cpp/core/formats_packed.h reads. The file is that compressed with raw deflate: few
// hosts compress a file that they do not know, and a browser can undo it.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { deflateRawSync } from "node:zlib";
import { packBytes } from "./bytes.mjs";

const prefix = "\0vocabulary/";

/** @returns {import("vite").Plugin} */
export function vocabularies() {
  let config;
  const files = new Map(); // where each vocabulary is: name -> file
  const served = new Map(); // what the dev server answers for: path -> compressed tokens

  return {
    name: "tril:vocabularies",
    enforce: "pre",

    configResolved(resolved) {
      config = resolved;
    },

    // The name alone goes on, not the file's path: what lies in node_modules is left to Node by some tools.
    async resolveId(source, importer) {
      const match = /^(.*)\?(packed|packed-file)$/.exec(source);
      if (!match) return;
      const target = await this.resolve(match[1], importer, { skipSelf: true });
      if (!target) return;
      const name = basename(target.id, ".json");
      files.set(name, target.id);
      return `${prefix}${match[2]}/${name}.js`;
    },

    load(id) {
      if (!id.startsWith(prefix)) return;
      const [kind, name] = id.slice(prefix.length, -".js".length).split("/");
      const { tokens, count, specialTokens } = packedFrom(readFileSync(files.get(name), "utf8"));
      if (kind === "packed") return exported({ ...packBytes(tokens), specialTokens });

      const compressed = deflateRawSync(tokens, { level: 9, memLevel: 9 });
      const facts = { bytes: compressed.length, count, specialTokens };
      if (this.environment.config.consumer === "server") return exported({ ...facts, address: "" });
      const version = createHash("sha256").update(compressed).digest("hex").slice(0, 8);
      const path = `vocab/${name}-${version}.bin`;
      if (config.command === "serve") {
        served.set(`${config.base}${path}`, compressed);
        // In two steps, or Vite would take the address for a file beside the module.
        const here = "const here = import.meta.url;";
        return `${here}${exported(facts, `new URL(${JSON.stringify(config.base + path)}, here).href`)}`;
      }
      const reference = this.emitFile({ type: "asset", fileName: path, source: compressed });
      return exported(facts, `import.meta.ROLLUP_FILE_URL_${reference}`);
    },

    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = served.get(new URL(request.url ?? "/", "http://host").pathname);
        if (!file) return next();
        response.setHeader("content-type", "application/octet-stream");
        response.end(file);
      });
    },
  };
}

function exported(value, address) {
  const text = JSON.stringify(value);
  return `export default ${address ? `{ ...${text}, address: ${address} }` : text};`;
}

/** Reads what tiktoken's package holds: lines "! FIRST-RANK TOKEN TOKEN …", the tokens in base64. */
function packedFrom(json) {
  const { bpe_ranks: ranks, special_tokens: specialTokens } = JSON.parse(json);
  const tokens = [];
  for (const line of ranks.split("\n")) {
    const [, first, ...words] = line.split(" ");
    for (const [i, word] of words.entries()) tokens[Number(first) + i] = Buffer.from(word, "base64");
  }
  const end = 0xff;
  const parts = Array.from(tokens, (token, id) => {
    if (!token) throw new Error(`the vocabulary has no token with the id ${id}`);
    if (token.length === 1 && token[0] === end) return Buffer.of(end);
    if (token.includes(end)) throw new Error(`the token ${id} holds the byte FF, which ends tokens`);
    return Buffer.concat([token, Buffer.of(end)]);
  });
  return { tokens: Buffer.concat(parts), count: tokens.length, specialTokens };
}
