import { defineConfig } from "vite";
import { bundled } from "./web/tools/bundled.ts";
import { embed } from "./web/tools/embed.ts";
import { offline } from "./web/tools/offline.ts";
import { pages } from "./web/tools/pages.ts";
import { python } from "./web/tools/python.ts";
import { vocabularies } from "./web/tools/vocabularies.mjs";

export default defineConfig({
  appType: "mpa",
  base: "./",
  plugins: [bundled(), python(), vocabularies(), pages(), embed(), offline()],
  build: {
    outDir: "build/site",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
  },
});
