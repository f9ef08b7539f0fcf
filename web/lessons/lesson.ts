// A lesson as data: what a Markdown file of public/lessons says, parsed. Types only.

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
  blocks: Block[];
}

export type Block = Prose | Section | Picture | Code | Exercise;

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
  /** The line of the file where it starts, for messages. */
  line: number;
  name: string;
  data: unknown;
}

/** A cell: code, and what it prints. */
export interface Code {
  type: "code";
  id: string;
  code: string;
  output: string;
}

export interface Exercise {
  type: "exercise";
  id: string;
  question: string;
  kind: "number" | "numbers" | "choice";
  answer: number | number[] | string;
  /** For numbers: how far from the answer still counts as right. */
  tolerance: number;
  /** For a choice: what can be chosen. */
  options: string[];
  /** Shown one by one, when asked for. */
  hints: string[];
  /** Wrong answers that have a name: what leads to them, in a sentence that helps. */
  mistakes: { answer: number | number[] | string; says: string }[];
  /** Why the right answer is right. */
  because: string;
}
