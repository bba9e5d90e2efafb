// Bundles the command line: a small main file, each command a chunk that loads when it is called, and packs for the starts that people wait for.
import { join } from "node:path";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { removeChunks } from "./chunks.mjs";
import { makePacks } from "./start-packs.mjs";

/** What has to lie where its package is: it brings files of its own, or loads others by name. */
const OUTSIDE = ["@lydell/node-pty", "@vscode/ripgrep", "libsql", "playwright-core", "tar", "yauzl"];

/** Libraries that take long to load, and are imported for what seldom happens: each a chunk that the entry loads when it is used. */
const LATER = ["string-width"];

/** CommonJS, because it loads faster (docs/decisions/0010). */
export async function buildCommandLine({ root, target, dir = join(root, "apps", "cli", "dist") }) {
  const sources = join(root, "apps", "cli", "src");
  const bundle = await rolldown({
    input: join(sources, "main.ts"),
    cwd: root,
    platform: "node",
    tsconfig: false,
    transform: { target },
    resolve: { conditionNames: ["parley:source", "node", "import", "default"] },
    external: OUTSIDE,
    logLevel: "warn",
  });
  const { output } = await bundle.write({
    dir,
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "chunk-[name]-[hash].cjs",
    // Code that was compiled before has no `import()`.
    dynamicImportInCjs: false,
    codeSplitting: {
      groups: LATER.map((name) => ({ name: `later-${name}`, test: new RegExp(`node_modules[\\\\/]${name}[\\\\/]`) })),
    },
    // Less to read at every start; names stay, for the traces of errors.
    minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
    sourcemap: true,
  });
  const writeEntry = (packs) => buildEntry({ entry: join(sources, "parley.ts"), dir, target, packs });
  const made = await makePacks({ dir, writeEntry });
  // A build that failed leaves the last one that did not.
  removeChunks(dir, new Set([...output.map(({ fileName }) => fileName), ...made]));
}

async function buildEntry({ entry, dir, target, packs }) {
  await build({
    entryPoints: [entry],
    outfile: join(dir, "parley.cjs"),
    bundle: true,
    format: "cjs",
    platform: "node",
    target,
    define: { PACKS: JSON.stringify(packs) },
    minifyWhitespace: true,
    sourcemap: true,
    logLevel: "warning",
  });
}
