// A board's state for components.

import { useEffect, useState } from "preact/hooks";
import type { Board, Shown } from "./board.ts";

export function useBoard<Start extends object, Result>(
  board: Board<Start, Result>,
  start: Start,
  result: Result,
) {
  // The first time it is what the prerendered page shows, even when the board is further already.
  const [shown, setShown] = useState<Shown<Start, Result>>({
    values: start,
    result,
    problem: undefined,
    isWaiting: false,
  });
  const [, repaint] = useState(0);
  useEffect(() => {
    const show = () => {
      setShown(board.shown);
      repaint((count) => count + 1); // for canUndo and the like
    };
    const stop = board.subscribe(show);
    board.restore();
    show();
    return stop;
  }, [board]);
  return shown;
}
