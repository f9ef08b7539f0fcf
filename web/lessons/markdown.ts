// Markdown -> HTML for the texts of lessons: with maths between dollar signs as MathML, and terms of the
// glossary that explain themselves. Runs at build time only.

import MarkdownIt from "markdown-it";
import temml from "temml";

export const markdown = new MarkdownIt({ typographer: true, html: false });

// $x$ in a line, $$ … $$ as a paragraph of its own. A dollar before a digit, as in "$5", is just a dollar.
markdown.inline.ruler.after("escape", "maths", (state, silent) => {
  const match = /^(\$\$?)(?=\S)([^$]*[^\s$])\1(?!\d)/.exec(state.src.slice(state.pos));
  if (!match) return false;
  if (!silent) state.push("maths", "math", 0).content = mathml(match[2]!, match[1] === "$$");
  state.pos += match[0].length;
  return true;
});
markdown.renderer.rules.maths = (tokens, index) => tokens[index]!.content;

// [query](term:query) becomes a word that shows its explanation; web/lessons/terms.ts puts that on the page.
markdown.core.ruler.push("terms", (state) => {
  for (const token of state.tokens)
    for (const [i, child] of (token.children ?? []).entries()) {
      const href = child.type === "link_open" ? String(child.attrGet("href")) : "";
      if (!href.startsWith("term:")) continue;
      const close = token.children!.slice(i).find(({ type }) => type === "link_close")!;
      child.tag = close.tag = "button";
      child.attrs = [
        ["type", "button"],
        ["class", "term"],
        ["popovertarget", `term-${href.slice(5)}`],
      ];
    }
});
// A mark that follows maths or a term stays on its line: a browser would break between a button and a full stop.
markdown.core.ruler.push("together", (state) => {
  for (const { children } of state.tokens)
    for (let i = 0; children && i < children.length; i++) {
      const [child, next] = [children[i]!, children[i + 1]];
      const isTerm = child.type === "link_close" && child.tag === "button";
      const mark = next?.type === "text" && /^[.,:;!?)’”]+/.exec(next.content)?.[0];
      if (!mark || !(isTerm || child.type === "maths")) continue;
      const first = isTerm ? children.map(({ type }) => type).lastIndexOf("link_open", i) : i;
      const [open, close] = [new state.Token("html_inline", "", 0), new state.Token("html_inline", "", 0)];
      open.content = '<span class="together">';
      close.content = `${mark}</span>`;
      next.content = next.content.slice(mark.length);
      children.splice(i + 1, 0, close);
      children.splice(first, 0, open);
      i += 2;
    }
});
markdown.validateLink = (link) => /^(https?:|term:|#|\.{0,2}\/)/.test(link);

/** LaTeX -> MathML. The site's policy takes no styles in attributes; lesson.css has what is needed of them. */
function mathml(tex: string, display: boolean): string {
  const html = temml.renderToString(tex, { displayMode: display, throwOnError: true });
  return html.replaceAll(/ style="[^"]*"/g, "");
}
