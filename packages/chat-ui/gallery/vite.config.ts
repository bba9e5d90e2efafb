// Serves the gallery while one works on a component, and builds it for the tests that take pictures of it.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: "./",
  plugins: [react(), ...(command === "serve" ? [withoutPolicy()] : [])],
  resolve: { conditions: ["parley:source", "browser", "module", "import", "default"] },
  server: { host: "127.0.0.1", port: 4173 },
  build: {
    outDir: "../dist/gallery",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
}));

/** While one works on it, the styles come as inline elements, which the policy refuses. */
function withoutPolicy() {
  return {
    name: "without-policy",
    transformIndexHtml: (html: string) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ""),
  };
}
