// Controls of live pictures. Each says in a few words what it does.

import { useEffect, useId, useState } from "preact/hooks";
import { say } from "../pictures/words.ts";

interface ControlProps<Value> {
  label: string;
  value: Value;
  /** What it does, for those who wonder. */
  help?: string | undefined;
  onChange(value: Value): void;
}

export interface SliderProps extends ControlProps<number> {
  least: number;
  most: number;
  step: number;
  /** How the number is written beside it. */
  shows?: string | undefined;
}

export function Slider({
  label,
  value,
  least,
  most,
  step,
  shows = String(value),
  help,
  onChange,
}: SliderProps) {
  return (
    <label class="control slider">
      <span>
        {label}: <output>{shows}</output>
      </span>
      <input
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={shows}
        onInput={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
      {help && <small>{help}</small>}
    </label>
  );
}

export interface PickProps<Value extends string> extends ControlProps<Value> {
  options: readonly { value: Value; label: string }[];
}

/** One of a few, all in sight. */
export function Pick<Value extends string>({ label, value, options, help, onChange }: PickProps<Value>) {
  const name = useId();
  return (
    <fieldset class="control pick">
      <legend>{label}</legend>
      <div class="options">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {help && <small>{help}</small>}
    </fieldset>
  );
}

export function Toggle({ label, value, help, onChange }: ControlProps<boolean>) {
  return (
    <label class="control toggle">
      <input
        type="checkbox"
        role="switch"
        checked={value}
        aria-checked={value}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{label}</span>
      {help && <small>{help}</small>}
    </label>
  );
}

export interface TextFieldProps extends ControlProps<string> {
  /** How many UTF-16 units it takes: what a picture can show. */
  most: number;
}

/**
 * A text of a line or two. What is typed stays in sight while the core loads, or when it cannot be taken. A longer text
 * is cut, and the field says so.
 */
export function TextField({ label, value, help, most, onChange }: TextFieldProps) {
  const [typed, setTyped] = useState<string>(); // until it has become the value
  const [cut, setCut] = useState<string>(); // what is left of a text that was too long
  useEffect(() => setTyped(undefined), [value]);
  const shown = typed ?? value;
  return (
    <label class="field control text">
      {label}
      <textarea
        rows={Math.max(1, Math.ceil(value.length / 60))}
        spellcheck={false}
        value={shown}
        onInput={({ currentTarget }) => {
          const text = cutAt(currentTarget.value, most);
          const isCut = text !== currentTarget.value;
          if (isCut) currentTarget.value = text;
          setCut(isCut ? text : undefined);
          setTyped(text);
          onChange(text);
        }}
      />
      <small role="status">{cut !== undefined && cut === shown ? say("textCut", { most }) : help}</small>
    </label>
  );
}

/** The start of a text that fits, without half of a character. */
function cutAt(text: string, most: number): string {
  const end = /[\ud800-\udbff]/.test(text[most - 1] ?? "") ? most - 1 : most;
  return text.length > most ? text.slice(0, end) : text;
}

/** A seed that is shown and kept; a new one only when it is asked for. */
export function Seed({ value, onChange }: { value: number; onChange(value: number): void }) {
  return (
    <div class="row control seed">
      <label class="field">
        {say("seed")}
        <input
          type="number"
          min="0"
          step="1"
          value={value}
          onChange={({ currentTarget }) => {
            const seed = currentTarget.valueAsNumber;
            if (Number.isInteger(seed) && seed >= 0) onChange(seed);
            else currentTarget.value = String(value);
          }}
        />
      </label>
      <button type="button" onClick={() => onChange(Math.floor(Math.random() * 10_000))}>
        {say("newSeed")}
      </button>
    </div>
  );
}
