// The languages of cells, in the order of their tabs.

export const languages = ["python", "js"] as const;
export type Language = (typeof languages)[number];

export const languageNames: Record<Language, string> = { python: "Python", js: "JavaScript" };
