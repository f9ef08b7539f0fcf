// A lesson as data: what a Markdown file of public/lessons says, parsed. Types only.

import type { Language } from "./cell/languages.ts";

/** The front matter of a lesson's file. */
export interface LessonMeta {
  /** The file's name without its ending; the lesson's address is /lessons/SLUG/. */
  slug: string;
  title: string;
  /** What the learner will be able to do or see: one line. */
  goal: string;
  /** One or two sentences for the list of lessons. */
  summary: string;
  /** Slugs of lessons that help to read first. */
  prerequisites: string[];
  /** The tutorials that the lesson's facts and numbers come from. */
  sources: { title: string; about: string }[];
}

export interface Lesson extends LessonMeta {
  /** The ids of the glossary's terms that it explains where they stand. */
  terms: string[];
  blocks: Block[];
  /** Python that ends the lesson's downloads: assertions about the numbers on the page. */
  checks: string[];
}

export type Block = Prose | Section | Picture | Wrong | Code | Exercise;

export interface Prose {
  type: "prose";
  html: string;
}

/** A heading that opens a part of the lesson. */
export interface Section {
  type: "section";
  id: string;
  html: string;
}

/** An editable picture: its name, and the data that it starts with. */
export interface Picture {
  type: "picture";
  id: string;
  /** The line of the file where it starts, for messages. */
  line: number;
  name: string;
  data: unknown;
}

/** A cell: the same thing in one language or two, and what it prints. */
export interface Code {
  type: "code";
  id: string;
  versions: CodeVersion[];
}

export interface CodeVersion {
  language: Language;
  /** The line of the file where its output starts, for messages. */
  line: number;
  code: string;
  output: string;
}

/** A mistake that can be made on purpose in a picture. */
export interface Wrong {
  type: "wrong";
  line: number;
  /** The id of the picture. */
  picture: string;
  /** The value of the picture that is true while the mistake is made. */
  option: string;
  label: string;
  /** What the mistake does, and why it is one. */
  html: string;
}

/** Texts are HTML, made of one line of Markdown each. */
export interface Exercise {
  type: "exercise";
  id: string;
  line: number;
  question: string;
  kind: "number" | "numbers" | "choice" | "picture";
  /** For the kind `picture`: the name of the goal that the picture has to reach. */
  answer: Answer;
  /** For numbers: how far from the answer still counts as right. */
  tolerance: number;
  /** For a choice: what can be chosen, as it is written in the file, and what is shown of it. */
  options: string[];
  labels: string[];
  /** For the kind `picture`: the id of the picture, and the values that reach the goal. */
  picture?: string;
  solution?: Record<string, unknown>;
  /** Shown one by one, when asked for. */
  hints: string[];
  /** Wrong answers that have a name. */
  mistakes: Mistake[];
  /** Why the right answer is right. */
  because: string;
}

export type Answer = number | number[] | string;

export interface Mistake {
  answer: Answer;
  /** What leads to it, in a sentence that helps. */
  says: string;
  /** For the kind `picture`: values that show it. */
  example?: Record<string, unknown>;
}
