// The published vocabularies as the site offers them: what they are called, how large they are, and how one is
// fetched.

import cl100k from "tiktoken/encoders/cl100k_base.json?packed-file";
import gpt2 from "tiktoken/encoders/gpt2.json?packed-file";
import o200k from "tiktoken/encoders/o200k_base.json?packed-file";
import type { Pattern, Vocabulary } from "../core/index.ts";

export interface Published {
  name: Pattern;
  /** The models that read with it. */
  title: string;
  /** How many tokens it has, special ones included. */
  size: number;
  /** What has to be fetched, in bytes. */
  bytes: number;
}

const files = { gpt2, cl100k, o200k };
const titles = { gpt2: "GPT-2", cl100k: "GPT-4", o200k: "GPT-4o" };

export type PublishedName = keyof typeof files;

export const published: Record<PublishedName, Published> = {
  gpt2: describe("gpt2"),
  cl100k: describe("cl100k"),
  o200k: describe("o200k"),
};

function describe(name: PublishedName): Published {
  const { count, specialTokens, bytes } = files[name];
  return { name, title: titles[name], size: count + Object.keys(specialTokens).length, bytes };
}

export interface FetchOptions {
  signal: AbortSignal;
  /** Called as bytes come in, with how many there are. */
  onProgress(bytes: number): void;
}

/** Fetches one. The Error of a failure says in a sentence what to do; a cancelled fetch is the signal's own. */
export async function fetchVocabulary(name: PublishedName, options: FetchOptions): Promise<Vocabulary> {
  const { signal, onProgress } = options;
  const { address, bytes, specialTokens } = files[name];
  try {
    const response = await fetch(address, { signal });
    if (!response.ok || !response.body) throw new Error(`the host answers ${response.status}`);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let received = 0;
    // Read by hand: not every browser lets `for await` at it.
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      received += value.length;
      onProgress(received);
    }
    if (received !== bytes) throw new Error(`${received} of ${bytes} bytes came`);
    const inflated = new Blob(parts).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const tokens = new Uint8Array(await new Response(inflated).arrayBuffer());
    return { name, pattern: name, specialTokens, tokens };
  } catch (cause) {
    signal.throwIfAborted();
    throw new Error(
      `The vocabulary of ${titles[name]} could not be fetched. Check your connection and try again.`,
      { cause },
    );
  }
}
