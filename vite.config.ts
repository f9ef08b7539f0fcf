import { defineConfig } from "vite";
import { bundled } from "./web/tools/bundled.ts";
import { pages } from "./web/tools/pages.ts";

export default defineConfig({
  appType: "mpa",
  base: "./",
  plugins: [bundled(), pages()],
  build: {
    outDir: "build/site",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
  },
});
