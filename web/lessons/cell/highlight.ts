// JavaScript -> coloured HTML, by the parser and the class names (tok-…) that the editor uses too.

import { classHighlighter, highlightCode } from "@lezer/highlight";
import { parser } from "@lezer/javascript";
import { escapeHtml } from "./escape.ts";

/** The code as HTML: its text in spans with classes `tok-…`. */
export function highlight(code: string): string {
  let html = "";
  highlightCode(
    code,
    parser.parse(code),
    classHighlighter,
    (text, classes) => {
      html += classes ? `<span class="${classes}">${escapeHtml(text)}</span>` : escapeHtml(text);
    },
    () => {
      html += "\n";
    },
  );
  return html;
}
