// The words of what every page has around its content; they are written when the site is built.

import { page } from "../pictures/en.json";
import { fill } from "../pictures/words.ts";

export function word(name: keyof typeof page, values: Record<string, string | number> = {}): string {
  return fill(page[name], values);
}
