import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { bundled } from "../web/tools/bundled.ts";
import { python } from "../web/tools/python.ts";
import { findChromium } from "../web/tools/setup.mjs";
import { vocabularies } from "../web/tools/vocabularies.mjs";

const chromium = findChromium();

// Three projects: the face in Node and in Chromium (the same tests), and what is built, from outside.
export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  publicDir: false, // its lessons are read as modules here
  plugins: [bundled(), python(), vocabularies()],
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: { name: "node", environment: "node", include: ["tests/web/**/*.test.ts"] },
      },
      {
        extends: true,
        // Together and beforehand: found one by one, each would bring a Preact of its own.
        optimizeDeps: {
          include: ["preact", "preact/hooks", "preact/jsx-runtime", "preact-render-to-string"],
        },
        test: {
          name: "chromium",
          include: ["tests/web/**/*.test.ts"],
          exclude: ["tests/web/**/*.node.test.ts"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(chromium && { executablePath: chromium }), args: ["--no-sandbox"] },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      {
        extends: true,
        // One after another: each starts a browser, and some measure how long the page stands still.
        test: {
          name: "built",
          environment: "node",
          include: ["tests/browser/**/*.test.ts"],
          fileParallelism: false,
        },
      },
    ],
  },
});
