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

  /** Takes a text that came at once, by hand or by mouse. */
  const takeText = (text: string) =>
    onChange(text.length > longest ? new File([text], "pasted text", { type: "text/plain" }) : text);

  const takeFile = async (file: File) => {
    setProblem(undefined);
    try {
      if (file.size > largestFile)
        setProblem(`${file.name} has ${sizeOf(file.size)}; up to 64 MB can be read.`);
      else onChange(file.size > longest ? file : await file.text());
    } catch {
      setProblem(`${file.name} cannot be read. Is it a folder?`);
    }
  };

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain");
    if (file) takeFile(file);
    else if (text) takeText(text);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length <= longest) return;
    event.preventDefault();
    takeText(text);
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
      onDrop={onDrop}
    >
      {typeof value === "string" ? (
        <label class="field">
          {label}
          <textarea
            rows={3}
            spellcheck={false}
            value={value}
            onPaste={onPaste}
            onInput={(event) => takeText(event.currentTarget.value)}
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
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file) takeFile(file);
              currentTarget.value = ""; // so that the same file can be chosen again
            }}
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
