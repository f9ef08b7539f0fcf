// Code -> coloured HTML, by the parsers and the class names (tok-…) that the editor uses too.

import { classHighlighter, highlightCode } from "@lezer/highlight";
import { parser as js } from "@lezer/javascript";
import { parser as python } from "@lezer/python";
import { escapeHtml } from "./escape.ts";
import type { Language } from "./languages.ts";

const parsers = { js, python };

/** The code as HTML: its text in spans with classes `tok-…`. */
export function highlight(code: string, language: Language): string {
  let html = "";
  highlightCode(
    code,
    parsers[language].parse(code),
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
