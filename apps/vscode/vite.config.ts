// Builds the webview of the chat into dist/webview: one script that has the styles in it, and chunks that are loaded when
// they are needed. What the document itself names has a fixed name.
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const ENTRY = "main.js";
/** What the bundler adds to it, which the document asks for at the same time. */
const RUNTIME = "rolldown-runtime";

/** One file instead of two: a webview gets each through a worker, the window and its server. */
function stylesInScript(): Plugin {
  return {
    name: "styles-in-script",
    enforce: "post",
    generateBundle(_options, bundle) {
      const script = bundle[ENTRY];
      if (script?.type !== "chunk") return;
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== "asset" || !name.endsWith(".css")) continue;
        const styles = JSON.stringify(Buffer.from(file.source).toString("utf8").trim());
        const add = `const styles=new CSSStyleSheet();styles.replaceSync(${styles});document.adoptedStyleSheets.push(styles);`;
        script.code = `{${add}}\n${script.code}`;
        delete bundle[name];
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react(), stylesInScript()],
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
        entryFileNames: ENTRY,
        chunkFileNames: ({ name }) => (name === RUNTIME ? "runtime.js" : "[name]-[hash].js"),
        assetFileNames: "[name]-[hash][extname]",
      },
    },
  },
});
