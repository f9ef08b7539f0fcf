// What axe-core, the checker of accessibility, finds on a page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Axe = typeof import("axe-core");

/**
 * Runs all of axe's rules on the page as it stands, in the light and in the dark theme. Each finding names the rule
 * and the element; none is what a test expects.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(source);
    const found = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const { violations } = await axe.run(document);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary = "" }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
    });
    findings.push(...found.map((finding) => `${colorScheme}, ${finding}`));
  }
  return findings;
}
