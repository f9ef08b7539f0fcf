// What a typed answer means, and what there is to say about it: right, a mistake that has a name, or why not.

import { say } from "../pictures/words.ts";
import { escapeHtml } from "./cell/escape.ts";
import type { Answer, Exercise } from "./lesson.ts";

/** What a check found: right, a mistake that has a name, or just not right; in HTML. */
export type Verdict = { right: boolean; says: string; isMistake?: boolean };

/** A number as it was typed. */
interface Typed {
  value: number;
  /** Infinitely many where it is exact: a fraction. */
  decimals: number;
}

type Asked = Pick<Exercise, "kind" | "answer" | "tolerance" | "mistakes" | "because">;

/** Compares an answer, as it was typed, with the right one and with the mistakes that have a name. */
export function checkAnswer(exercise: Asked, given: string): Verdict {
  const text = given.trim();
  const { kind, answer, mistakes } = exercise;
  if (kind === "choice") {
    if (text === "") return { right: false, says: say("chooseFirst") };
    return text === answer
      ? right(exercise)
      : wrong(mistakes.find((mistake) => mistake.answer === text)?.says);
  }
  const read = readings(kind, text);
  const lists = read.filter((reading) => typeof reading !== "string");
  if (lists.every((list) => list.length === 0)) {
    const word = read.find((reading) => typeof reading === "string");
    return { right: false, says: word ? say("unreadable", { word: shown(word) }) : say("typeFirst") };
  }
  const means = (other: Answer) =>
    lists.some((list) =>
      agree(list, other, ({ value }, number) => Math.abs(value - number) <= exercise.tolerance),
    );
  /** As far as it was written: 22.6 is √512, too. */
  const isRounded = (other: Answer) =>
    lists.some((list) =>
      agree(list, other, ({ value, decimals }, number) => {
        const isNear = Math.abs(value - number) <= exercise.tolerance;
        return isNear || (decimals > 0 && decimals < 20 && Number(number.toFixed(decimals)) === value);
      }),
    );
  if (means(answer)) return right(exercise);
  const named = mistakes.find((mistake) => means(mistake.answer));
  if (named) return wrong(named.says);
  if (isRounded(answer)) return { right: false, says: say("moreDecimals", { count: decimalsOf(exercise) }) };
  const near = mistakes.find((mistake) => isRounded(mistake.answer));
  if (near) return wrong(near.says);
  const wanted = [answer].flat().length;
  // The last reading puts numbers together that may as well be two.
  const likely = kind === "number" ? read : read.slice(0, -1);
  if (likely.some((list) => typeof list !== "string" && list.length === wanted)) return wrong();
  return {
    right: false,
    says: say(wanted === 1 ? "oneWanted" : "manyWanted", { wanted, read: lists[0]!.length }),
  };
}

function right({ because }: Asked): Verdict {
  return { right: true, says: `${say("right")} ${because}` };
}

function wrong(mistake?: string): Verdict {
  return { right: false, says: mistake ?? say("notYet"), ...(mistake && { isMistake: true }) };
}

/**
 * What the text may mean, the likeliest first: numbers, or a word that is none. Half the world writes 0,75, and
 * thousands are grouped by commas or spaces; where that leaves a doubt, the learner has the benefit of it.
 */
function readings(kind: Exercise["kind"], text: string): (Typed[] | string)[] {
  const plain = text
    .replaceAll("−", "-")
    .replaceAll(/[\u00a0\u202f\u2009'’]/g, " ")
    .replaceAll(/(\d)_(?=\d)/g, "$1")
    .replaceAll(/\s+%/g, "%")
    .replaceAll(/\s*\/\s*/g, "/")
    // "tensor([0.5, 1.], dtype=torch.float64)"
    .replaceAll(/,\s*(dtype|device|grad_fn|requires_grad)=[^,\])]*/g, "")
    .replaceAll(/[a-z_.]+\d*(?=\()/gi, "")
    .replaceAll(/[[\]()]/g, " ");
  const apart = plain.split(/,?\s+|;/);
  const commasSeparate = plain.split(/[\s,;]+/);
  const commasAreDecimal = apart.map((word) => word.replace(/^([+-]?\d+),(\d+)$/, "$1.$2"));
  const commasGroup = apart.map((word) =>
    /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(word) ? word.replaceAll(",", "") : word,
  );
  const spacesGroup = plain.replaceAll(/(\d) (?=\d{3}(?!\d))/g, "$1").split(/[\s,;]+/);
  const all =
    kind === "number"
      ? [commasAreDecimal, commasGroup, commasSeparate, spacesGroup]
      : [commasSeparate, commasAreDecimal, commasGroup, spacesGroup];
  return all.map((words) => numbersOf(words.filter(Boolean)));
}

function numbersOf(words: string[]): Typed[] | string {
  const numbers = words.map(numberOf);
  const unread = numbers.indexOf(undefined);
  return unread >= 0 ? words[unread]! : (numbers as Typed[]);
}

/** "0.75", "3/4", "75%", "7.5e-1". */
function numberOf(word: string): Typed | undefined {
  const match = /^([+-]?(?:\d+\.?(\d*)|\.(\d+))(?:e([+-]?\d+))?)(?:\/(\d+\.?\d*))?(%?)$/i.exec(word);
  if (!match) return undefined;
  const [, number, after, alone, power = "0", divisor, percent] = match;
  const decimals = (after ?? alone ?? "").length - Number(power) + (percent ? 2 : 0);
  return {
    value: Number(number) / Number(divisor ?? 1) / (percent ? 100 : 1),
    decimals: divisor ? Number.POSITIVE_INFINITY : decimals,
  };
}

function agree(list: Typed[], answer: Answer, same: (typed: Typed, number: number) => boolean): boolean {
  const numbers = [answer].flat() as number[];
  return list.length === numbers.length && list.every((typed, i) => same(typed, numbers[i]!));
}

/** With how many decimals an answer is exact enough. */
function decimalsOf({ answer, tolerance }: Asked): number {
  const written = [answer].flat().map((number) => String(number).split(".")[1]?.length ?? 0);
  return Math.min(Math.max(...written), Math.ceil(-Math.log10(2 * tolerance)));
}

/** A word to quote; what was typed may be a whole pasted page. */
function shown(word: string): string {
  return escapeHtml(word.length > 40 ? `${word.slice(0, 40)}…` : word);
}
