// A text that is typed, pasted, or dropped as a file. A long one is kept as a file: a text box of some
// megabytes would make the page stand still.

import { useState } from "preact/hooks";

export interface TextInputProps {
  label: string;
  value: string | File;
  onChange(value: string | File): void;
}

/** Texts longer than this, in UTF-16 units, are treated as files. */
const longest = 100_000;
const largestFile = 64 * 2 ** 20;

export function TextInput({ label, value, onChange }: TextInputProps) {
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();

  const take = async (file: File | undefined) => {
    if (!file) return;
    setProblem(undefined);
    if (file.size > largestFile)
      setProblem(`${file.name} has ${sizeOf(file.size)}; up to 64 MB can be read.`);
    else onChange(file.size > longest ? file : await file.text());
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length <= longest) return;
    event.preventDefault();
    onChange(new File([text], "pasted text", { type: "text/plain" }));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce more than a place to drop a file
    <div
      class={over ? "text-input over" : "text-input"}
      role="group"
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files[0]);
      }}
    >
      {typeof value === "string" ? (
        <label class="field">
          {label}
          <textarea
            rows={3}
            spellcheck={false}
            value={value}
            maxLength={longest}
            onPaste={onPaste}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        </label>
      ) : (
        <p class="file">
          {value.name} <small>{sizeOf(value.size)}</small>
        </p>
      )}
      <div class="row">
        <label class="button">
          Choose a file
          <input
            class="hidden"
            type="file"
            accept="text/*,.txt,.md,.csv,.json,.py,.js,.html"
            onChange={(event) => take(event.currentTarget.files?.[0])}
          />
        </label>
        {typeof value !== "string" && (
          <button type="button" onClick={() => onChange("")}>
            Type a text instead
          </button>
        )}
        <span class="keys">or drop one here</span>
      </div>
      {problem && (
        <p class="findings" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
