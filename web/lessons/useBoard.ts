// A board's state for components.

import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Board, Shown } from "./board.ts";

/** What the board shows. A part of the page that is out of sight, by its `root`, follows a moment later. */
export function useBoard<Start extends object, Result>(
  board: Board<Start, Result>,
  start: Start,
  result: Result,
  root?: RefObject<Element | null>,
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
    let isInSight = true;
    let later: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      setShown(board.shown);
      repaint((count) => count + 1); // for canUndo and the like
    };
    const follow = () => {
      clearTimeout(later);
      if (isInSight) show();
      else later = setTimeout(show, afterPaint);
    };
    const observer = new IntersectionObserver((entries) => {
      isInSight = entries.at(-1)!.isIntersecting;
    });
    if (root?.current) observer.observe(root.current);
    const stop = board.subscribe(follow);
    board.restore();
    show();
    return () => {
      stop();
      clearTimeout(later);
      observer.disconnect();
    };
  }, [board, root]);
  return shown;
}

/** Until what is in sight has been painted, in ms. */
const afterPaint = 50;
