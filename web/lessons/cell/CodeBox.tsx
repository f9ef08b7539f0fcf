// The code of a cell: static text at first, an editor once the learner turns to it.

import { useEffect, useRef, useState } from "preact/hooks";
import { isReadonly } from "../board.ts";
import type { Editor } from "./editor.ts";
import { escapeHtml } from "./escape.ts";
import type { Language } from "./languages.ts";

export interface CodeBoxProps {
  /** What the lesson says; never changes. */
  original: string;
  /** What it is now. */
  code: string;
  language: Language;
  /** Counts how often `code` became something that was not typed here: only then is it taken over. */
  replaced: number;
  label: string;
  onChange: (code: string) => void;
  onRun: () => void;
}

// At build time the code is coloured here. In the browser the same element is taken over as it is, so that the
// parser is not loaded for it.
const colour = import.meta.env.SSR ? (await import("./highlight.ts")).highlight : escapeHtml;

export function CodeBox(props: CodeBoxProps) {
  const { original, code, language, replaced, label } = props;
  const latest = useRef(props);
  latest.current = props;
  const box = useRef<HTMLPreElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  const loading = useRef(false);
  const pointed = useRef(false);
  const place = useRef<{ x: number; y: number }>(undefined);
  const html = useRef({ __html: colour(original, language) }); // the same object for ever: later the text is the editor's
  const [mode, setMode] = useState<"static" | "editor" | "plain">("static");

  // Not at every change of `code`: typing is ahead of what has been shown again.
  useEffect(() => {
    if (mode === "static") repaint(box.current!.firstElementChild!, code, language);
    editor.current?.setCode(code);
  }, [replaced]);

  useEffect(() => () => editor.current?.dispose(), []);

  async function open() {
    if (loading.current || isReadonly()) return;
    loading.current = true;
    const hadFocus = () => box.current?.matches(":focus") ?? false;
    try {
      const { createEditor } = await import("./editor.ts");
      if (!host.current) return;
      editor.current = await createEditor(host.current, {
        code: latest.current.code,
        language,
        label,
        onChange: (code) => latest.current.onChange(code),
        onRun: () => latest.current.onRun(),
      });
      const focused = hadFocus();
      // Shown before it is focused, so that the focus never falls to the page in between.
      host.current.hidden = false;
      if (focused) editor.current.focus(place.current);
      setMode("editor");
    } catch {
      // Offline, or an old browser: code can be edited in a plain box too.
      setMode("plain");
    }
  }

  if (mode === "plain")
    return (
      <div class="tril-cell-code">
        <textarea
          aria-label={label}
          spellcheck={false}
          autocapitalize="off"
          rows={code.split("\n").length}
          value={code}
          ref={(area) => {
            if (area && loading.current) area.focus();
            loading.current = false;
          }}
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      </div>
    );
  return (
    <div class="tril-cell-code">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: from the keyboard the focus is enough */}
      <pre
        ref={box}
        hidden={mode === "editor"}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it becomes an editor when it gets the focus
        tabIndex={0}
        onPointerDown={() => {
          pointed.current = true;
        }}
        onFocus={() => {
          // A pointer may be about to select text to copy: its click decides.
          if (pointed.current) import("./editor.ts").catch(() => {});
          else open();
        }}
        onBlur={() => {
          pointed.current = false;
        }}
        onClick={(event) => {
          if (!getSelection()?.isCollapsed) return;
          place.current = { x: event.clientX, y: event.clientY };
          open();
        }}
      >
        <code dangerouslySetInnerHTML={html.current} />
      </pre>
      <div ref={host} hidden={mode !== "editor"} />
      {mode === "editor" && (
        <p class="tril-cell-hint">
          <kbd>Ctrl+Enter</kbd> runs. <kbd>Esc</kbd>, then <kbd>Tab</kbd> leaves the editor.
        </p>
      )}
    </div>
  );
}

/** Shows other code in the static element, or colours what has no colours yet. */
async function repaint(element: Element, code: string, language: Language) {
  if (element.textContent === code && (element.childElementCount > 0 || code === "")) return;
  element.textContent = code;
  try {
    const { highlight } = await import("./highlight.ts");
    if (element.textContent === code) element.innerHTML = highlight(code, language);
  } catch {
    // Black on white reads well, too.
  }
}
