// The tokenizer page as HTML, with an example that the core works out at build time.

import type { Tril } from "../../core/index.ts";
import cl100k from "../../core/vocab/cl100k.ts";
import gpt2 from "../../core/vocab/gpt2.ts";
import type { TokenText } from "../../pictures/parts.ts";
import type { Page } from "../pages.ts";
import { type Start, TokenizerPage } from "./TokenizerPage.tsx";
import { charactersIn, type Explained, Workbench } from "./work.ts";

const example =
  "Tokenizers read bytes, not letters: naïve café, 你好, 😀.\n\n    return 12345 + unhappiness\n";
const shown = { gpt2, cl100k };

export async function renderTokenizer(tril: Tril): Promise<Page> {
  const start = startWith(tril);
  return {
    title: "Tokenizer · tril",
    description:
      "Any text as GPT-2, GPT-4 and GPT-4o read it: every token, its bytes, and the merges that made it.",
    entry: "/web/site/tokenizer/main",
    content: (
      <article>
        <header class="lesson-head">
          <h1>Tokenizer</h1>
          <p class="goal">
            A model does not read letters. It reads tokens: pieces of the text’s bytes, each with a number.
            See any text as GPT-2, GPT-4 and GPT-4o read it, side by side with a vocabulary of your own.
          </p>
          <noscript>
            <p>
              What you see is an example: its tokens by two vocabularies. With JavaScript this page takes any
              text, in your browser alone.
            </p>
          </noscript>
        </header>
        <div data-island="tokenizer" data-props={JSON.stringify({ start })}>
          <TokenizerPage start={start} />
        </div>
      </article>
    ),
  };
}

function startWith(tril: Tril): Start {
  const bytes = new TextEncoder().encode(example);
  const results: Start["results"] = {};
  const explained: Explained[] = [];
  for (const [key, vocabulary] of Object.entries(shown)) {
    const tokenizer = tril.loadBpe(vocabulary);
    const bench = new Workbench(tokenizer);
    const tokens = bench.encode(example, "error");
    if ("problem" in tokens) throw new Error(tokens.problem);
    results[key] = { ids: [...tokens.ids], ends: [...tokens.ends] };
    const text: TokenText = { bytes, ...tokens };
    explained.push(...results[key].ids.map((_, index) => ({ key, ...bench.explain(tril, text, index) })));
    tokenizer.dispose();
  }
  const chosen = Object.keys(shown) as (keyof typeof shown)[];
  return { text: example, chosen, characters: charactersIn(bytes), results, explained };
}
