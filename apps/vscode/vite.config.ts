// Builds the webview of the chat into dist/webview: one script and one style sheet with fixed names, and chunks that are loaded when they are needed.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react()],
  resolve: { conditions: ["parley:source", "browser", "module", "import", "default"] },
  build: {
    outDir: "dist/webview",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    cssCodeSplit: false,
    rollupOptions: {
      input: "src/webview/main.ts",
      output: {
        entryFileNames: "main.js",
        chunkFileNames: "[name]-[hash].js",
        assetFileNames: (asset) =>
          asset.names.some((name) => name.endsWith(".css")) ? "main.css" : "[name]-[hash][extname]",
      },
    },
  },
});
