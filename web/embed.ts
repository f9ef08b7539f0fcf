// Defines <tril-lesson>. This is the only module whose import has an effect.

import { TrilLesson } from "./lessons/element.ts";

if (!customElements.get("tril-lesson")) customElements.define("tril-lesson", TrilLesson);
