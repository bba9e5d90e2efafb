// Bundles the command line: a small main file, and a chunk for each command, loaded when it is called.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { removeChunks } from "./chunks.mjs";

/** CommonJS, because it loads faster than ES modules (docs/decisions/0010). */
export async function buildCommandLine({
  root,
  target,
  dir = join(root, "apps", "cli", "dist"),
  external = externalPackages(join(root, "apps", "cli")),
  sourcemap = true,
}) {
  const folder = join(root, "apps", "cli");
  const bundle = await rolldown({
    input: { parley: join(folder, "src", "main.ts") },
    cwd: root,
    platform: "node",
    tsconfig: false,
    transform: { target },
    resolve: { conditionNames: ["parley:source", "node", "default"] },
    external,
    logLevel: "warn",
  });
  const { output } = await bundle.write({
    dir,
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "chunk-[name]-[hash].cjs",
    // `require` of a CommonJS chunk is cheaper than `import()` of it.
    dynamicImportInCjs: false,
    // Smaller files load faster; functions and classes keep their names for stack traces.
    minify: {
      mangle: { toplevel: false, keepNames: true },
      compress: true,
      codegen: { removeWhitespace: true },
    },
    // The small functions of base are used by everything: one file of them is cheaper to load than thirty.
    codeSplitting: { groups: [{ name: "base", test: /[\\/]packages[\\/]base[\\/]src[\\/](?!diff|hunks)/ }] },
    sourcemap,
  });
  // Only now, so that a build that fails leaves the previous one working.
  removeChunks(dir, new Set(output.map(({ fileName }) => fileName)));
}

/** What users install beside the command line: packages with files of their own. Everything else is bundled. */
function externalPackages(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}
