// Bundles the extension for one host of VS Code. A host with Node loads chunks when a feature is first used; a web host
// cannot load a second file, and gets everything in one.
import { join } from "node:path";
import { rolldown } from "rolldown";
import { removeChunks } from "./chunks.mjs";

const HOSTS = {
  node: { name: "extension", target: "node22", platform: "node" },
  browser: { name: "extension.browser", target: "es2022", platform: "browser" },
};

/** Returns what was built. Written to `dir`; without it, nothing is. */
export async function bundleExtensionHost({ root, host, dir }) {
  const { name, target, platform } = HOSTS[host];
  const bundle = await rolldown({
    input: { [name]: join(root, "apps", "vscode", "src", host, "main.ts") },
    cwd: root,
    platform,
    tsconfig: false,
    transform: { target },
    // The WebSocket of the host itself, so that no library for it is loaded.
    resolve: { conditionNames: ["parley:source", "browser", "default"] },
    external: ["vscode"],
    logLevel: "warn",
  });
  const options = {
    format: "cjs",
    entryFileNames: "[name].js",
    minify: true,
    comments: false,
    sourcemap: true,
    ...(host === "node"
      ? {
          chunkFileNames: "chunk-[name]-[hash].js",
          dynamicImportInCjs: false,
          // What is needed at once is in one file: a dozen small ones take longer to load.
          codeSplitting: { groups: [{ name: "start", tags: ["$initial"] }] },
        }
      : { codeSplitting: false }),
  };
  if (dir === undefined) return (await bundle.generate(options)).output;
  const { output } = await bundle.write({ ...options, dir });
  // Only now, so that a build that fails leaves the previous one working.
  if (host === "node") removeChunks(dir, new Set(output.map(({ fileName }) => fileName)));
  return output;
}
