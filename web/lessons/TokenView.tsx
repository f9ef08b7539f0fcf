// A text with its tokens, to scroll through and to point at. A long text stands in the document as plain text;
// only what comes near the view is cut into its tokens. So selecting, copying and finding work on all of it.
//
// It is cut twice: a browser that has to watch a thousand elements is late for its next frame. Chapters are watched
// always, the stretches of a chapter only while it is near.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { linesIn, type Stretch, stretchesOf, type TokenText } from "../pictures/parts.ts";
import { StretchOfIds, StretchOfTokens } from "../pictures/token-text.tsx";

export interface TokenViewProps {
  /** What the text is, for screen readers. */
  label: string;
  text: TokenText;
  /** Whether to show the text or the ids. */
  show: "text" | "ids";
  /** The token that is pointed out. */
  at: number | undefined;
  /** Called with the token under the pointer or the keyboard's mark. `keep`: it was chosen, not only passed over. */
  onPoint(index: number | undefined, keep: boolean): void;
}

const stretchesInChapter = 16;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function TokenView({ label, text, show, at, onPoint }: TokenViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const byKey = useRef(false);
  const watchers = useMemo(
    () => ({ chapters: new Watcher("300% 0px"), stretches: new Watcher("100% 0px") }),
    [],
  );
  const chapters = useMemo(() => chaptersOf(stretchesOf(text)), [text]);

  useLayoutEffect(() => {
    const stops = Object.values(watchers).map((watcher) => watcher.start(box.current!));
    return () => {
      for (const stop of stops) stop();
    };
  }, [watchers]);
  useEffect(() => {
    if (byKey.current)
      box.current!.querySelector(`[data-token="${at}"]`)?.scrollIntoView({ block: "nearest" });
    byKey.current = false;
  }, [at]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextToken(event.key, at, text.ids.length);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    byKey.current = true;
    onPoint(next === "none" ? undefined : next, true);
  };
  // The document holds the text and nothing else, but the browser would put a line's end between two stretches.
  const onCopy = (event: ClipboardEvent) => {
    const selection = getSelection();
    if (!selection?.rangeCount || selection.isCollapsed) return;
    const range = selection.getRangeAt(0);
    if (!box.current!.contains(range.commonAncestorContainer)) return;
    event.preventDefault();
    event.clipboardData?.setData("text/plain", range.toString());
  };
  const onPointerOver = (event: Event) => {
    const index = tokenOf(event);
    if (index !== undefined && index !== at) onPoint(index, false);
  };

  return (
    <div
      ref={box}
      class={`token-view ${show}`}
      role="application"
      aria-roledescription="text with tokens"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through it
      tabIndex={0}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onPointerOver={onPointerOver}
      onClick={(event) => getSelection()?.isCollapsed && onPoint(tokenOf(event), true)}
    >
      {chapters.map((chapter, i) => (
        <ChapterView
          key={i}
          {...{ text, chapter, show, watchers }}
          at={within(chapter, at)}
          first={i === 0}
        />
      ))}
    </div>
  );
}

/** Left and right move by a token, Home and End go to the ends, Esc points at none. */
function nextToken(key: string, at: number | undefined, count: number): number | "none" | undefined {
  if (key === "Escape") return at === undefined ? undefined : "none";
  if (count === 0) return undefined;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === "ArrowRight") return at === undefined ? 0 : Math.min(at + 1, count - 1);
  if (key === "ArrowLeft") return at === undefined ? 0 : Math.max(at - 1, 0);
  return undefined;
}

function tokenOf({ target }: Event): number | undefined {
  const index = (target as Element).closest<HTMLElement>("[data-token]")?.dataset.token;
  return index === undefined ? undefined : Number(index);
}

interface Chapter extends Stretch {
  stretches: Stretch[];
}

function chaptersOf(stretches: Stretch[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (let i = 0; i < stretches.length; i += stretchesInChapter) {
    const some = stretches.slice(i, i + stretchesInChapter);
    const [{ first, start }, { last, end }] = [some[0]!, some.at(-1)!];
    chapters.push({ first, last, start, end, stretches: some });
  }
  return chapters;
}

function within({ first, last }: Stretch, index: number | undefined): number | undefined {
  return index !== undefined && index >= first && index < last ? index : undefined;
}

interface PartProps {
  text: TokenText;
  show: "text" | "ids";
  at: number | undefined;
  watchers: Record<"chapters" | "stretches", Watcher>;
  /** The first one is drawn at once: it is what the page shows without JavaScript. */
  first: boolean;
}

function ChapterView({ chapter, ...props }: PartProps & { chapter: Chapter }) {
  const { text, show, at, watchers, first } = props;
  const [element, near] = useNear(watchers.chapters, props, chapter);
  const { start, end, stretches } = chapter;
  return useMemo(
    () => (
      <div ref={element} class="stretch">
        {near || at !== undefined
          ? stretches.map((stretch, i) => (
              <StretchView
                key={i}
                {...props}
                stretch={stretch}
                at={within(stretch, at)}
                first={first && i === 0}
              />
            ))
          : plain(text, chapter, show)}
      </div>
    ),
    [text, start, end, show, near, at],
  );
}

function StretchView({ stretch, ...props }: PartProps & { stretch: Stretch }) {
  const { text, show, at, watchers } = props;
  const [element, near] = useNear(watchers.stretches, props, stretch);
  const { start, end } = stretch;
  return useMemo(() => {
    const Tokens = show === "text" ? StretchOfTokens : StretchOfIds;
    return (
      <div ref={element} class="stretch">
        {near || at !== undefined ? <Tokens {...{ text, stretch, at }} /> : plain(text, stretch, show)}
      </div>
    );
  }, [text, start, end, show, near, at]);
}

/** Whether a part is near the view. Until it is, it takes as much room as it will roughly need. */
function useNear(watcher: Watcher, { text, show, first }: PartProps, stretch: Stretch) {
  const element = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(first);
  const { start, end } = stretch;
  useLayoutEffect(() => watcher.watch(element.current!, setNear), [watcher]);
  // Before it is drawn: parts of no height would all be in view at once.
  useLayoutEffect(() => {
    const columns = watcher.columns();
    const lines = show === "text" ? linesIn(text.bytes, stretch, columns) : idLines(text, stretch, columns);
    element.current!.style.setProperty("contain-intrinsic-block-size", `auto ${lines}lh`);
  }, [text, start, end, show]);
  return [element, near] as const;
}

function plain({ bytes, ids }: TokenText, { start, end, first, last }: Stretch, show: "text" | "ids") {
  if (show === "text") return decoder.decode(bytes.subarray(start, end));
  return `${ids.subarray(first, last).join(" ")} `;
}

function idLines({ ids }: TokenText, { first, last }: Stretch, columns: number): number {
  const characters = ids.subarray(first, last).reduce((sum, id) => sum + String(id).length + 1, 0);
  return Math.ceil(characters / columns);
}

/** Tells each part of a text when it comes near the view, and when it is far again. */
class Watcher {
  readonly #margin: string;
  readonly #told = new Map<Element, (near: boolean) => void>();
  #box: Element | undefined;
  #observer: IntersectionObserver | undefined;

  constructor(margin: string) {
    this.#margin = margin;
  }

  start(box: Element): () => void {
    this.#box = box;
    this.#observer = new IntersectionObserver((entries) => this.#tell(entries), {
      root: box,
      rootMargin: this.#margin,
    });
    for (const element of this.#told.keys()) this.#observer.observe(element);
    return () => this.#observer?.disconnect();
  }

  watch(element: Element, told: (near: boolean) => void): () => void {
    this.#told.set(element, told);
    this.#observer?.observe(element);
    return () => {
      this.#told.delete(element);
      this.#observer?.unobserve(element);
    };
  }

  /** How many characters of a monospaced face fit beside each other in the view. */
  columns(): number {
    const box = this.#box;
    if (!box) return 80;
    return Math.max(10, box.clientWidth / (0.6 * Number.parseFloat(getComputedStyle(box).fontSize)));
  }

  #tell(entries: IntersectionObserverEntry[]): void {
    // What is selected stays as it is: the selection would lose the nodes that it ends in.
    const selection = getSelection();
    const selected = (element: Element) => !selection?.isCollapsed && selection?.containsNode(element, true);
    for (const { target, isIntersecting } of entries)
      if (isIntersecting || !selected(target)) this.#told.get(target)?.(isIntersecting);
  }
}
