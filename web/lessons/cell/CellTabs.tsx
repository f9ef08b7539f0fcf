// A cell in two languages: a tab for each. The choice holds for every cell, and is remembered.

import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { CodeVersion } from "../lesson.ts";
import { recall, remember } from "../memory.ts";
import { Cell } from "./Cell.tsx";
import { type Language, languageNames, languages } from "./languages.ts";
import { keptAs } from "./page.ts";

export interface CellTabsProps {
  id: string;
  versions: CodeVersion[];
}

const chosen = "tril:language";

export function CellTabs({ id, versions }: CellTabsProps) {
  const [language, setLanguage] = useState(versions[0]!.language);
  const key = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const there = languages.filter((language) => versions.some((version) => version.language === language));

  useEffect(() => {
    const take = (language: string | undefined) => {
      const known = there.find((name) => name === language);
      if (known) setLanguage(known);
    };
    take(recall("language"));
    const listen = (event: Event) => take((event as CustomEvent<string>).detail);
    document.addEventListener(chosen, listen);
    return () => document.removeEventListener(chosen, listen);
  }, []);

  if (there.length === 1) {
    const [version] = versions;
    return <Cell id={keptAs(id, version!.language)} {...version!} />;
  }

  function choose(language: Language) {
    // What changes above the tabs must not move them away from the pointer.
    const before = tabs.current!.getBoundingClientRect().top;
    remember("language", language);
    document.dispatchEvent(new CustomEvent(chosen, { detail: language }));
    requestAnimationFrame(() => scrollBy(0, tabs.current!.getBoundingClientRect().top - before));
  }

  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = there[(there.indexOf(language) + step + there.length) % there.length]!;
    choose(next);
    tabs.current!.querySelector<HTMLElement>(`[data-tab=${next}]`)!.focus();
  }

  return (
    <div class="tril-cell-tabs">
      <div role="tablist" aria-label="Language" ref={tabs} onKeyDown={move}>
        {there.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${key}-${name}-tab`}
            data-tab={name}
            aria-selected={name === language}
            aria-controls={`${key}-${name}`}
            tabIndex={name === language ? 0 : -1}
            onClick={() => choose(name)}
          >
            {languageNames[name]}
          </button>
        ))}
      </div>
      {there.map((name) => (
        <div
          key={name}
          role="tabpanel"
          id={`${key}-${name}`}
          aria-labelledby={`${key}-${name}-tab`}
          hidden={name !== language}
        >
          <Cell id={keptAs(id, name)} {...versions.find((version) => version.language === name)!} />
        </div>
      ))}
    </div>
  );
}
