// Builds the page into dist/page, from where the command line takes it.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react()],
  resolve: { conditions: ["parley:source", "browser", "module", "import", "default"] },
  build: {
    outDir: "dist/page",
    emptyOutDir: true,
    target: "es2022",
    assetsDir: "page",
    // The policy of the page allows no inline code, and images only as data.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // test/e2e/page has a budget for what is loaded at first.
    chunkSizeWarningLimit: 1_000,
  },
});
