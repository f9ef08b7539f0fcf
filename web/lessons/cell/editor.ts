// The editor of a cell. It lives in a shadow root, where CodeMirror keeps its styles in adopted style sheets:
// a page with a strict content security policy refuses the <style> elements that it would make elsewhere.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import colours from "./code.css?inline";
import look from "./editor.css?inline";
import type { Language } from "./languages.ts";

export interface EditorOptions {
  code: string;
  language: Language;
  label: string;
  onChange: (code: string) => void;
  onRun: () => void;
}

export interface Editor {
  setCode(code: string): void;
  /** Takes the focus, with the cursor at a place of the window if one is given. */
  focus(at?: { x: number; y: number }): void;
  dispose(): void;
}

const support = {
  js: async () => (await import("@codemirror/lang-javascript")).javascriptLanguage,
  python: async () => [(await import("@codemirror/lang-python")).pythonLanguage, indentUnit.of("    ")],
};

/** Makes an editor in an empty element. */
export async function createEditor(host: HTMLElement, options: EditorOptions): Promise<Editor> {
  const { code, language, label, onChange, onRun } = options;
  const itsLanguage = await support[language]();
  const root = host.attachShadow({ mode: "open" });
  const run = () => {
    onRun();
    return true;
  };
  // Tab moves on until something is typed, and again after Escape: nobody who only passes by is caught.
  const letTabLeave = (leave: boolean) => (view: EditorView) => {
    view.setTabFocusMode(leave);
    return false;
  };
  let pointed = false;

  const view: EditorView = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: code,
      extensions: [
        history(),
        indentOnInput(),
        bracketMatching(),
        itsLanguage,
        syntaxHighlighting(classHighlighter),
        keymap.of([
          { key: "Mod-Enter", run },
          { key: "Ctrl-Enter", run },
          { key: "Escape", run: letTabLeave(true) },
          ...defaultKeymap,
          ...historyKeymap,
          indentWithTab,
        ]),
        EditorView.cursorScrollMargin.of({ x: 16, y: 5 }), // wider than the padding, so that it is not scrolled off
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
        EditorView.domEventHandlers({
          beforeinput: (event, view) => {
            // Typing over a selection, Chromium would keep the look of what goes in a style attribute, and
            // complain that the page's policy does not let it.
            const { inputType, data } = event;
            if (inputType !== "insertText" || data === null || view.composing) return false;
            if (view.state.selection.main.empty) return false;
            view.dispatch(view.state.replaceSelection(data), {
              userEvent: "input.type",
              scrollIntoView: true,
            });
            return true;
          },
          pointerdown: () => {
            pointed = true;
          },
          focus: (_, view) => {
            letTabLeave(!pointed)(view);
          },
          blur: () => {
            pointed = false;
          },
        }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          const isTyped = ["input", "delete"].some((event) =>
            update.transactions.some((t) => t.isUserEvent(event)),
          );
          if (isTyped) letTabLeave(false)(view);
          onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  root.adoptedStyleSheets.push(sheet(colours), sheet(look));

  return {
    setCode(code) {
      const { doc } = view.state;
      if (doc.toString() !== code) view.dispatch({ changes: { from: 0, to: doc.length, insert: code } });
    },
    focus(at) {
      const place = at && view.posAtCoords(at, false);
      if (place !== undefined) view.dispatch({ selection: { anchor: place } });
      pointed = at !== undefined;
      view.focus();
    },
    dispose: () => view.destroy(),
  };
}

function sheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
