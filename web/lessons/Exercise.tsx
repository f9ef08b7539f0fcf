// An exercise: a question, a checked answer, hints on demand, and a sentence for each mistake that has a name.

import { useEffect, useState } from "preact/hooks";
import type { Exercise as ExerciseData } from "./lesson.ts";
import { recall, remember } from "./memory.ts";

export interface ExerciseProps {
  exercise: ExerciseData;
  lesson: string;
}

/** What a check found: right, a mistake that has a name, or just not right. */
export type Verdict = { right: boolean; says: string };

export function Exercise({ exercise, lesson }: ExerciseProps) {
  const key = `${lesson}/${exercise.id}`;
  const [given, setGiven] = useState("");
  const [verdict, setVerdict] = useState<Verdict>();
  const [hints, setHints] = useState(0);
  const [shown, setShown] = useState(false);
  const { id } = exercise;

  useEffect(() => {
    const before = recall(key);
    if (before) setGiven(before);
  }, [key]);

  const change = (value: string) => {
    setGiven(value);
    setVerdict(undefined);
    remember(key, value);
  };
  const check = (event: Event) => {
    event.preventDefault();
    setVerdict(checkAnswer(exercise, given));
  };

  return (
    <form class="exercise" onSubmit={check} noValidate>
      <p class="question" id={`${id}-question`}>
        {exercise.question}
      </p>
      <Answer exercise={exercise} value={given} id={id} onChange={change} />
      <div class="row">
        <button type="submit" class="primary">
          Check
        </button>
        {hints < exercise.hints.length && (
          <button type="button" onClick={() => setHints(hints + 1)}>
            {hints === 0 ? "Give me a hint" : "Another hint"}
          </button>
        )}
        {!shown && (
          <button type="button" onClick={() => setShown(true)}>
            Show the answer
          </button>
        )}
      </div>
      {hints > 0 && (
        <ul class="hints">
          {exercise.hints.slice(0, hints).map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      {shown && (
        <p class="solution">
          The answer is <strong>{[exercise.answer].flat().join(", ")}</strong>. {exercise.because}
        </p>
      )}
      <p class="verdict" role="status" data-right={verdict?.right}>
        {verdict && (
          <>
            <span class="mark" aria-hidden="true">
              {verdict.right ? "✓" : "→"}
            </span>{" "}
            {verdict.says}
          </>
        )}
      </p>
    </form>
  );
}

interface AnswerProps {
  exercise: ExerciseData;
  value: string;
  id: string;
  onChange(value: string): void;
}

function Answer({ exercise, value, id, onChange }: AnswerProps) {
  if (exercise.kind === "choice")
    return (
      <fieldset class="options" aria-labelledby={`${id}-question`}>
        {exercise.options.map((option) => (
          <label key={option}>
            <input type="radio" name={id} checked={option === value} onChange={() => onChange(option)} />
            {option}
          </label>
        ))}
      </fieldset>
    );
  const many = exercise.kind === "numbers";
  return (
    <input
      class="answer"
      type="text"
      inputMode={many ? "text" : "decimal"}
      autoComplete="off"
      placeholder={many ? "numbers, with spaces between" : "a number"}
      aria-labelledby={`${id}-question`}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Compares an answer, as it was typed, with the right one and with the mistakes that have a name. */
export function checkAnswer(exercise: ExerciseData, given: string): Verdict {
  const answer = readAnswer(exercise, given);
  if (typeof answer === "object" && "problem" in answer) return { right: false, says: answer.problem };
  if (same(exercise, answer, exercise.answer)) return { right: true, says: `Right. ${exercise.because}` };
  const mistake = exercise.mistakes.find((mistake) => same(exercise, answer, mistake.answer));
  return { right: false, says: mistake?.says ?? "Not yet. Try again, or take a hint." };
}

type Answered = number | number[] | string;

function readAnswer({ kind }: ExerciseData, given: string): Answered | { problem: string } {
  const text = given.trim();
  if (text === "") return { problem: kind === "choice" ? "Choose one first." : "Type your answer first." };
  if (kind === "choice") return text;
  // A comma between digits is how half the world writes 0.75; elsewhere it separates, like a space.
  const words =
    kind === "number" ? [text.replace(/^([+-]?\d+),(\d+)$/, "$1.$2")] : text.match(/[^\s,;[\]()]+/g);
  const numbers = (words ?? []).map((word) =>
    /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word) ? Number(word) : NaN,
  );
  const wrong = numbers.findIndex(Number.isNaN);
  if (wrong >= 0)
    return { problem: `“${words?.[wrong]}” is not a number that I can read. Write it like 0.75.` };
  return kind === "number" ? numbers[0]! : numbers;
}

function same({ tolerance }: ExerciseData, a: Answered, b: Answered): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  const [left, right] = [[a].flat(), [b].flat()];
  return left.length === right.length && left.every((value, i) => Math.abs(value - right[i]!) <= tolerance);
}
