// The worker of the tokenizer page: it keeps the tokenizers and the last text. It finds tril as a global (see
// ../../lessons/worker.ts).

import type * as package_ from "../../core/index.ts";
import { nextBatch } from "../../core/train.ts";
import type { TokenText } from "../../pictures/parts.ts";
import {
  charactersIn,
  type Encoded,
  type FromWorker,
  type Source,
  type ToWorker,
  Workbench,
} from "./work.ts";

declare const tril: typeof package_;

const benches = new Map<string, Workbench>();
/** The last text, in UTF-8, as each tokenizer reads it. */
const texts = new Map<string, TokenText>();
const stopping = new Set<string>();
/** The number of the last text: an older one that is still being read is no longer wanted. */
let wanted = 0;

const post = (message: FromWorker) => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "make") make(data.key, data.source);
  else if (data.type === "stop") stopping.add(data.key);
  else if (data.type === "drop") drop(data.key);
  else if (data.type === "encode") encode(data);
  else explain(data);
};

async function make(key: string, source: Source): Promise<void> {
  stopping.delete(key);
  try {
    const tokenizer = await tokenizerFrom(key, source);
    drop(key);
    benches.set(key, new Workbench(tokenizer));
    post({ type: "made", key, size: tokenizer.size });
  } catch (error) {
    post({ type: "failed", key, message: (error as Error).message });
  }
}

async function tokenizerFrom(key: string, source: Source): Promise<package_.Tokenizer> {
  const core = await tril.load();
  if (source.kind === "published") return core.loadBpe(source.vocabulary);
  const { pattern } = source;
  if (source.kind === "files") return core.loadBpe(fileOf(source.files), { pattern });
  const text = typeof source.text === "string" ? source.text : await read(source.text);
  using trainer = core.trainer(text, { vocabSize: 256 + source.merges, pattern, rows: 0 });
  for (let batch = 1; !trainer.done && !stopping.has(key); ) {
    const before = performance.now();
    post({ type: "progress", key, ...trainer.advance(batch) });
    batch = nextBatch(batch, performance.now() - before);
    await new Promise((resolve) => setTimeout(resolve)); // lets a message in: stop
  }
  return trainer.tokenizer();
}

/** What loadBpe takes: one file as it is, two as GPT-2's, which go by several names. */
function fileOf(files: Record<string, Uint8Array>): package_.TokenizerFile {
  const isJson = (name: string) => Number(name.endsWith(".json"));
  const [first, second, ...more] = Object.entries(files).sort(([a], [b]) => isJson(b) - isJson(a));
  if (second === undefined) return first![1];
  if (more.length > 0) throw new Error("A tokenizer has one file, or two in GPT-2's format.");
  return { "vocab.json": first![1], "merges.txt": second[1] };
}

function drop(key: string): void {
  benches.get(key)?.tokenizer.dispose();
  benches.delete(key);
  texts.delete(key);
}

async function encode({ number, text: given, keys, special }: ToWorker & { type: "encode" }): Promise<void> {
  wanted = number;
  try {
    const text = typeof given === "string" ? given : await read(given);
    if (number !== wanted) return;
    const bytes = new TextEncoder().encode(text);
    const results: Encoded["results"] = {};
    for (const key of keys) {
      const result = benches.get(key)?.encode(text, special);
      if (!result) continue;
      results[key] = result;
      if ("ids" in result) texts.set(key, { bytes, ...result });
      else texts.delete(key);
    }
    post({ type: "encoded", number, encoded: { bytes, characters: charactersIn(bytes), results } });
  } catch {
    post({
      type: "unreadable",
      number,
      message: "The file cannot be read. It may have been moved or changed.",
    });
  }
}

/** A file as text: what is no UTF-8 in it becomes U+FFFD, as everywhere; a mark of byte order stays. */
async function read(file: Blob): Promise<string> {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());
}

async function explain({ number, key, index }: ToWorker & { type: "explain" }): Promise<void> {
  const core = await tril.load();
  const [bench, text] = [benches.get(key), texts.get(key)];
  if (!bench || !text || index >= text.ids.length) return; // the page asks about something older
  post({ type: "explained", number, explained: { key, ...bench.explain(core, text, index) } });
}
