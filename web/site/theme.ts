// Light, dark, or as the system has it; the choice is kept where that is allowed. What was chosen before is there
// before the page is painted: public/early.js.

import { recall, remember } from "../lessons/memory.ts";
import { say } from "../pictures/words.ts";

const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

export function startThemeSwitch(): void {
  let theme = (recall("theme") as Theme | undefined) ?? "system";
  const button = document.querySelector<HTMLButtonElement>("[data-theme-switch]");
  const show = () => {
    const label = button?.querySelector("span");
    if (label) label.textContent = say("theme", { theme: say(theme) });
  };
  show();
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length]!;
    remember("theme", theme === "system" ? undefined : theme);
    document.documentElement.dataset.theme = theme;
    show();
  });
}
