// A live picture on the page: its View, and around it what all of them have: undo, redo, reset, and a line for
// what went wrong.

import { useEffect, useRef } from "preact/hooks";
import { say } from "../pictures/words.ts";
import { boardOf } from "./board.ts";
import { tell } from "./events.ts";
import type { AnyPicture } from "./live.ts";
import { useBoard } from "./useBoard.ts";

export interface LiveIslandProps {
  /** "lesson/picture-1" */
  id: string;
  /** The picture's name, as a class. */
  name: string;
  start: object;
  result: unknown;
  picture: AnyPicture;
}

export function Live({ id, name, start, result: first, picture }: LiveIslandProps) {
  if (picture.standsAlone)
    return <picture.View values={start} start={start} result={first} edit={() => {}} say={() => {}} />;
  return <Framed {...{ id, name, start, result: first, picture }} />;
}

/** Milliseconds without an edit after which a change is told: a drag is one. */
const quiet = 300;

function Framed({ id, name, start, result: first, picture }: LiveIslandProps) {
  const { compute, View } = picture;
  const board = useRef(boardOf(id, { start, result: first, compute })).current;
  const { values, result, problem, isWaiting } = useBoard(board, start, first);
  const root = useRef<HTMLDivElement>(null);
  const told = useRef<object>(start);

  useEffect(() => {
    if (values === told.current) return;
    const [lesson = "", name = ""] = id.split("/");
    const soon = setTimeout(() => {
      told.current = values;
      tell(root.current!, "tril:change", { lesson, picture: name, values });
    }, quiet);
    return () => clearTimeout(soon);
  }, [values]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) board.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) board.redo();
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what is inside come through here
    <div
      class={`live ${name}`}
      ref={root}
      aria-busy={isWaiting}
      onKeyDown={onKeyDown}
      onPointerEnter={() => board.wake()}
      onFocusIn={() => board.wake()}
    >
      <View
        values={values}
        result={result}
        start={start}
        edit={(change: object, kind?: string) => board.edit(change, kind)}
        say={(problem: string | undefined) => board.say(problem)}
      />
      <div role="status">
        {problem && <p class="problem">{problem}</p>}
        {isWaiting && !problem && <p class="problem">{say("waiting")}</p>}
      </div>
      <div class="row">
        <button type="button" aria-disabled={!board.canUndo} onClick={() => board.undo()}>
          {say("undo")}
        </button>
        <button type="button" aria-disabled={!board.canRedo} onClick={() => board.redo()}>
          {say("redo")}
        </button>
        <button type="button" aria-disabled={!board.isChanged} onClick={() => board.reset()}>
          {say("reset")}
        </button>
        <span class="keys">{say("keys")}</span>
      </div>
    </div>
  );
}
