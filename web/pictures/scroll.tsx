// A box that scrolls sideways when what is in it is too wide, and fades out where there is more to see.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function Scroll({ children }: { children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current!;
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      element.toggleAttribute("data-more-before", scrollLeft > 1);
      element.toggleAttribute("data-more-after", scrollLeft + clientWidth < scrollWidth - 1);
    };
    const sizes = new ResizeObserver(mark);
    sizes.observe(element);
    sizes.observe(element.firstElementChild!);
    element.addEventListener("scroll", mark, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", mark);
    };
  }, []);
  return (
    <div class="scroll" ref={box}>
      {children}
    </div>
  );
}
