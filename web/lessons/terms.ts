// The glossary as data, and the explanations that a lesson's page carries.

import { parse as parseYaml } from "yaml";

export interface Term {
  id: string;
  term: string;
  /** What it means, in a sentence or two. */
  says: string;
  /** The slug of the lesson that explains it. */
  lesson: string;
}

/** Reads public/lessons/terms.yaml; a broken entry is an Error that names it. */
export function readTerms(text: string): Map<string, Term> {
  const terms = new Map<string, Term>();
  for (const [i, entry] of (parseYaml(text) as unknown[]).entries()) {
    const { id, term, says, lesson } = (entry ?? {}) as Record<string, unknown>;
    for (const field of [id, term, says, lesson])
      if (typeof field !== "string")
        throw new Error(`entry ${i + 1} of the glossary needs id, term, says and lesson`);
    if (terms.has(id as string)) throw new Error(`the glossary has the term \`${id}\` twice`);
    terms.set(id as string, entry as Term);
  }
  return terms;
}
