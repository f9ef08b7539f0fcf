// An exercise: a question, a checked answer, hints on demand, and a sentence for each mistake that has a name.

import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../pictures/words.ts";
import { checkAnswer, type Verdict } from "./answers.ts";
import { boardOf } from "./board.ts";
import { escapeHtml } from "./cell/escape.ts";
import { answered, completed, tell } from "./events.ts";
import type { Answer, Exercise as ExerciseData } from "./lesson.ts";
import type { AnyPicture } from "./live.ts";
import { recall, remember } from "./memory.ts";
import { markDone } from "./progress.ts";
import { useBoard } from "./useBoard.ts";

export interface ExerciseProps {
  exercise: ExerciseData;
  lesson: string;
  /** How many exercises the lesson has: it is done when all are. */
  of: number;
}

export function Exercise({ exercise, lesson, of }: ExerciseProps) {
  const key = `${lesson}/${exercise.id}`;
  const [given, setGiven] = useState("");
  useEffect(() => {
    const before = recall(key);
    if (before) setGiven(before);
  }, [key]);

  return (
    <Asked
      exercise={exercise}
      lesson={lesson}
      check={() => checkAnswer(exercise, given)}
      onRight={() => markDone(lesson, exercise.id, of)}
      given={given}
    >
      <AnswerBox
        exercise={exercise}
        value={given}
        onChange={(value) => {
          setGiven(value);
          remember(key, value);
        }}
      />
    </Asked>
  );
}

export interface PictureExerciseProps extends ExerciseProps {
  /** The id of the picture's board. */
  id: string;
  start: object;
  result: unknown;
  picture: AnyPicture;
}

/** An exercise that is answered in a picture. */
export function PictureExercise({ exercise, lesson, of, id, start, result, picture }: PictureExerciseProps) {
  const { compute, goals = {} } = picture;
  const board = useRef(boardOf(id, { start, result, compute })).current;
  const shown = useBoard(board, start, result);

  const check = (): Verdict => {
    const reached = (goal: Answer) => goals[String(goal)]!({ ...board.shown, start });
    if (reached(exercise.answer)) return { right: true, says: `${say("right")} ${exercise.because}` };
    if (board.shown.isWaiting) return { right: false, says: say("waiting") };
    if (!board.isChanged) return { right: false, says: say("changeFirst") };
    const mistake = exercise.mistakes.find(({ answer }) => reached(answer));
    return { right: false, says: mistake?.says ?? say("notYet"), ...(mistake && { isMistake: true }) };
  };
  return (
    <Asked
      exercise={exercise}
      lesson={lesson}
      check={check}
      onRight={() => markDone(lesson, exercise.id, of)}
      given={shown.values}
      onShow={() => board.edit(exercise.solution ?? {})}
    />
  );
}

interface AskedProps {
  exercise: ExerciseData;
  lesson: string;
  check(): Verdict;
  /** Says whether the lesson is done by that. */
  onRight(): boolean;
  /** The answer so far: a verdict is about one answer, and goes when that changes. */
  given: unknown;
  /** Shows the solution where the answer is given; without it the answer is written out. */
  onShow?(): void;
  children?: preact.ComponentChildren;
}

function Asked({ exercise, lesson, check, onRight, given, onShow, children }: AskedProps) {
  const { id, question, hints, because } = exercise;
  const [verdict, setVerdict] = useState<{ verdict: Verdict; about: unknown }>();
  const [hinted, setHinted] = useState(0);
  const [isShown, setShown] = useState(false);
  const attempts = useRef(0);
  const current = verdict && Object.is(verdict.about, given) ? verdict.verdict : undefined;

  // Not a form: in a sandbox of scripts alone none may be submitted, not even to the page itself.
  const root = useRef<HTMLDivElement>(null);
  const onCheck = () => {
    const verdict = check();
    setVerdict({ verdict, about: given });
    attempts.current += 1;
    const { right, says, isMistake } = verdict;
    tell(root.current!, "tril:check", {
      lesson,
      exercise: id,
      answer: given,
      correct: right,
      ...(isMistake && { mistake: says }),
      attempts: attempts.current,
      statement: answered(id, given, right),
    });
    if (right && onRight()) tell(root.current!, "tril:complete", { lesson, statement: completed() });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
    <div
      class="exercise"
      role="group"
      aria-labelledby={`${id}-question`}
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        onCheck();
      }}
    >
      <Html class="question" id={`${id}-question`} html={question} />
      {children}
      <div class="row">
        <button type="button" class="primary" onClick={onCheck}>
          {say("check")}
        </button>
        {hinted < hints.length && (
          <button type="button" onClick={() => setHinted(hinted + 1)}>
            {say(hinted === 0 ? "hint" : "anotherHint")}
          </button>
        )}
        {!isShown && (
          <button
            type="button"
            onClick={() => {
              setShown(true);
              onShow?.();
            }}
          >
            {say(onShow ? "showInPicture" : "showAnswer")}
          </button>
        )}
      </div>
      {hinted > 0 && (
        <ul class="hints">
          {hints.slice(0, hinted).map((hint) => (
            <li key={hint} dangerouslySetInnerHTML={{ __html: hint }} />
          ))}
        </ul>
      )}
      {isShown && (
        <Html
          class="solution"
          html={`${onShow ? say("shownInPicture") : say("answerIs", { answer: `<strong>${answerText(exercise)}</strong>` })} ${because}`}
        />
      )}
      <p class="verdict" role="status" data-right={current?.right}>
        {current && (
          <>
            <span class="mark" aria-hidden="true">
              {current.right ? "✓" : "→"}
            </span>{" "}
            <span dangerouslySetInnerHTML={{ __html: current.says }} />
          </>
        )}
      </p>
    </div>
  );
}

function Html({ html, ...rest }: { html: string; class: string; id?: string }) {
  return <p {...rest} dangerouslySetInnerHTML={{ __html: html }} />;
}

function answerText({ kind, answer, options, labels }: ExerciseData): string {
  if (kind === "choice") return labels[options.indexOf(String(answer))]!;
  return escapeHtml([answer].flat().join(", "));
}

interface AnswerBoxProps {
  exercise: ExerciseData;
  value: string;
  onChange(value: string): void;
}

function AnswerBox({ exercise: { id, kind, options, labels }, value, onChange }: AnswerBoxProps) {
  if (kind === "choice")
    return (
      <fieldset class="options" aria-labelledby={`${id}-question`}>
        {options.map((option, i) => (
          <label key={option}>
            <input type="radio" name={id} checked={option === value} onChange={() => onChange(option)} />
            <span dangerouslySetInnerHTML={{ __html: labels[i]! }} />
          </label>
        ))}
      </fieldset>
    );
  const many = kind === "numbers";
  return (
    <input
      class="answer"
      type="text"
      inputMode={many ? "text" : "decimal"}
      autoComplete="off"
      placeholder={say(many ? "someNumbers" : "aNumber")}
      aria-labelledby={`${id}-question`}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}
