// A page in a frame: what the lesson tells goes to the page outside, and the height that it takes.
//
// The address says what is shown: ?part=picture|code|exercise shows that part alone, ?theme=light|dark fixes the
// colours, ?readonly keeps pictures and code as they are (public/early.js takes these before anything is painted).
// Every message is { type, v: 1, detail } with a type of web/lessons/events.ts. It is no secret who may hear it: a
// page that embeds this one sees what the learner does there. From outside one message is taken, and only from the
// page outside: { type: "tril:theme", theme }.

import { eventNames, tell } from "../../lessons/events.ts";

const themes = ["auto", "light", "dark"];

export function startEmbedded(): void {
  if (parent === window) return;
  for (const type of eventNames)
    document.addEventListener(type, (event) =>
      parent.postMessage({ type, v: 1, detail: (event as CustomEvent).detail }, "*"),
    );
  addEventListener("message", ({ source, data }: MessageEvent) => {
    if (source !== parent || data?.type !== "tril:theme" || !themes.includes(data.theme)) return;
    document.documentElement.dataset.theme = data.theme;
  });
  const lesson = document.querySelector("tril-lesson");
  tell(document, "tril:ready", { lesson: lesson?.getAttribute("lesson") ?? "" });
  watchHeight();
}

function watchHeight(): void {
  let last = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    tell(document, "tril:resize", { height });
  }).observe(document.body);
}
