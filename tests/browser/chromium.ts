// The Chromium that the tests of what is built drive.

import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";
import { findChromium } from "../../web/tools/setup.mjs";

export function launch(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
}

/**
 * Opens a page in a profile of its own; `problems` gathers whatever the browser complains about. The service worker,
 * which fetches the site in the background, is for the tests that ask for it.
 */
export async function open(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ serviceWorkers: "block", ...options });
  const page: Page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("blocked by Playwright")) return; // the service worker
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("requestfailed", (request) => problems.push(`failed: ${request.url()}`));
  await page.goto(url);
  return { page, problems, close: () => context.close() };
}

/** Scrolls through the page, so that every part of it comes alive, and waits until all have. */
export async function wake(page: Page): Promise<void> {
  for (const island of await page.locator("[data-island]").all()) await island.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => !document.querySelector("[data-island]:not([data-ready])"));
}
