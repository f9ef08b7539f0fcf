// A mistake made on purpose: a switch that makes it in the picture, what it does there, and why it is one.

import { useRef } from "preact/hooks";
import { say } from "../pictures/words.ts";
import { boardOf } from "./board.ts";
import { Toggle } from "./controls.tsx";
import type { Wrong as WrongData } from "./lesson.ts";
import type { AnyPicture } from "./live.ts";
import { useBoard } from "./useBoard.ts";

export interface WrongIslandProps {
  wrong: WrongData;
  /** The id of the picture's board. */
  id: string;
  start: object;
  result: unknown;
  picture: AnyPicture;
}

export function Wrong({ wrong, id, start, result: first, picture }: WrongIslandProps) {
  const { compute, Peek } = picture;
  const board = useRef(boardOf(id, { start, result: first, compute })).current;
  const root = useRef<HTMLDivElement>(null);
  const { values, result } = useBoard(board, start, first, root);
  const isOn = (values as Record<string, unknown>)[wrong.option] === true;
  return (
    <div
      ref={root}
      class="live wrong"
      data-on={isOn}
      onPointerEnter={() => board.wake()}
      onFocusIn={() => board.wake()}
    >
      <Toggle
        label={wrong.label}
        value={isOn}
        onChange={(on) => board.edit({ [wrong.option]: on } as Partial<typeof values>)}
      />
      {Peek && <Peek values={values} result={result} start={start} />}
      <div role="status">
        {/* Without JavaScript it is simply read; with it, it answers the switch. */}
        <div class="says" data-on={isOn} dangerouslySetInnerHTML={{ __html: wrong.html }} />
      </div>
      {isOn && <p class="keys">{say("wrongIsOn")}</p>}
    </div>
  );
}
