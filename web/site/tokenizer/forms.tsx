// How one comes by a vocabulary of one's own: learned from a text, or read from a file.

import { useState } from "preact/hooks";
import type { Pattern } from "../../core/index.ts";
import { TextInput } from "../../lessons/TextInput.tsx";
import { isCount, mostMerges, patterns } from "./state.ts";

/** What a vocabulary is learned from, as typed. */
export interface Learning {
  text: string | File;
  merges: string;
  pattern: Pattern;
}

const patternTitles: Record<Pattern, string> = {
  none: "not at all",
  gpt2: "as GPT-2",
  cl100k: "as GPT-4",
  o200k: "as GPT-4o",
};

export interface LearnFormProps {
  learning: Learning;
  onChange(learning: Learning): void;
  onLearn(text: string | File, merges: number, pattern: Pattern): void;
}

export function LearnForm({ learning, onChange, onLearn }: LearnFormProps) {
  const { text, merges, pattern } = learning;
  const count = /^\s*\d+\s*$/.test(merges) ? Number(merges) : Number.NaN;
  const good = isCount(count);
  // Not a form: in a sandbox of scripts alone none may be submitted.
  const learn = () => good && onLearn(text, count, pattern);
  return (
    <div class="live">
      <TextInput
        label="Text to learn from"
        value={text}
        onChange={(text) => onChange({ ...learning, text })}
      />
      <div class="row">
        <label class="field">
          Merges
          <input
            type="text"
            inputMode="numeric"
            value={merges}
            onInput={({ currentTarget }) => onChange({ ...learning, merges: currentTarget.value })}
            onKeyDown={({ key }) => key === "Enter" && learn()}
          />
        </label>
        <PatternSelect value={pattern} onChange={(pattern) => onChange({ ...learning, pattern })} />
        <button type="button" class="primary" aria-disabled={!good} onClick={learn}>
          Learn
        </button>
      </div>
      <p class="findings" role="status">
        {!good && `Merges: a whole number from 0 to ${mostMerges}.`}
      </p>
    </div>
  );
}

export function FilePicker({ onFiles }: { onFiles(files: File[], pattern: Pattern): void }) {
  const [pattern, setPattern] = useState<Pattern>("gpt2");
  const [over, setOver] = useState(false);
  const take = (list: FileList | null | undefined) => {
    if (list && list.length > 0) onFiles([...list], pattern);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce more than a place to drop a file
    <div
      class={over ? "live text-input over" : "live text-input"}
      role="group"
      aria-label="A tokenizer's own file"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <p>
        <code>tokenizer.json</code>, <code>vocab.json</code> and <code>merges.txt</code>, a{" "}
        <code>.tiktoken</code> file, or minbpe’s <code>.model</code>.
      </p>
      <div class="row">
        <PatternSelect value={pattern} onChange={setPattern} />
        <label class="button">
          Choose files
          <input
            class="hidden"
            type="file"
            multiple
            accept=".json,.txt,.tiktoken,.model,.bpe"
            onChange={({ currentTarget }) => {
              take(currentTarget.files);
              currentTarget.value = ""; // so that the same file can be chosen again
            }}
          />
        </label>
      </div>
    </div>
  );
}

function PatternSelect({ value, onChange }: { value: Pattern; onChange(pattern: Pattern): void }) {
  return (
    <label class="field">
      Cut first
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Pattern)}>
        {patterns.map((name) => (
          <option key={name} value={name}>
            {patternTitles[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
