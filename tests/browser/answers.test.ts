// What a learner has to find in each lesson, and mistakes that are known from elsewhere: the built pages take the
// one and call the other by name. The answers come from outside (tests/golden/lessons.json), not from the lessons.

import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import list from "../../public/lessons/list.json";
import golden from "../golden/lessons.json";
import { launch, open, wake } from "./chromium.ts";
import { type Served, serve, sitePolicy } from "./server.ts";

/** An answer: numbers as they are typed, or the option that has these words. */
interface Given {
  answer?: number[];
  choice?: string;
}

interface Asked extends Given {
  asks: string;
  mistakes?: (Given & { says: string })[];
}

let browser: Browser;
let site: Served;

beforeAll(async () => {
  browser = await launch();
  site = await serve(join(import.meta.dirname, "../../build/site"), {
    headers: { "content-security-policy": sitePolicy },
  });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test("every lesson has answers from outside", () => {
  expect(Object.keys(golden.lessons).sort()).toEqual(Object.values(list).flat().sort());
});

/** Gives an answer in an exercise; nothing when that exercise is not answered in this way. */
async function give(form: Locator, { answer, choice }: Given): Promise<Locator | undefined> {
  const box = answer
    ? form.getByRole("textbox")
    : form.getByRole("radio", { name: new RegExp(choice!, choice!.startsWith("^") ? "" : "i") });
  if ((await box.count()) === 0) return undefined;
  if (answer) await box.fill(answer.join(" "));
  else await box.check();
  await form.getByRole("button", { name: "Check" }).click();
  return form.locator(".verdict");
}

/** The exercise that takes an answer as the right one. */
async function exerciseOf(page: Page, given: Given): Promise<Locator | undefined> {
  for (const form of await page.locator(".exercise").all()) {
    const verdict = await give(form, given);
    if ((await verdict?.getAttribute("data-right")) === "true") return form;
  }
}

test.each(Object.entries<Asked[]>(golden.lessons))("lesson %s", async (slug, questions) => {
  const { page, close } = await open(browser, `${site.url}lessons/${slug}/`);
  await wake(page);
  for (const { asks, mistakes = [], ...given } of questions) {
    const form = await exerciseOf(page, given);
    expect(form, `no exercise takes ${JSON.stringify(given)} for ${asks}`).toBeDefined();
    for (const { says, ...wrong } of mistakes) {
      const verdict = (await give(form!, wrong))!;
      expect(await verdict.getAttribute("data-right"), asks).toBe("false");
      expect(await verdict.innerText(), asks).toContain(says);
    }
  }
  await close();
});
