// Builds every workspace: the strict validators, ES modules for every public entry, the command line in lazy chunks, types.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rolldown } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = "node20.19";
/** What has to lie where its package is: it brings files of its own, or loads others by name. */
const OUTSIDE = [
  "@lydell/node-pty",
  "@vscode/ripgrep",
  "libsql",
  "playwright-core",
  "tar",
  "tree-sitter-bash",
  "web-tree-sitter",
  "yauzl",
];

runNode(["--import", "tsx", "packages/acp/generate/strict.ts"]);
for (const name of readdirSync(join(root, "packages"))) await buildLibrary(join(root, "packages", name));
await buildCommandLine(join(root, "apps", "cli"));
// What tests share speaks of the script, and is looked at from packages that do not: its types have to be there first.
runNode(["node_modules/typescript/bin/tsc", "-b", "packages/script"]);
runNode(["node_modules/typescript/bin/tsc", "-b"]);

/** A library ships a file for each entry and one for what several share; other packages stay imports, so that everything exists once. */
async function buildLibrary(folder) {
  const manifest = readManifest(folder);
  if (!manifest) return;
  const entries = [...new Set(sourceEntries(manifest.exports))];
  const outdir = join(folder, "dist");
  removeChunks(outdir);
  await build({
    entryPoints: entries.map((entry) => join(folder, entry)),
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "chunk-[hash]",
    format: "esm",
    platform: "neutral",
    target,
    packages: "external",
    external: ["node:*"],
    sourcemap: true,
    logLevel: "warning",
  });
}

/** The command line starts from a small entry; each command is a chunk that loads when it is called. CommonJS, because it loads faster (docs/decisions/0010). */
async function buildCommandLine(folder) {
  const dir = join(folder, "dist");
  const bundle = await rolldown({
    input: join(folder, "src", "parley.ts"),
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
    // Less to read at every start; names stay, for the traces of errors.
    minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
    sourcemap: true,
  });
  // A build that failed leaves the last one that did not.
  removeChunks(dir, new Set(output.map(({ fileName }) => fileName)));
}

/** Their names change with their content; the old ones would stay. */
function removeChunks(outdir, kept = new Set()) {
  for (const name of existsSync(outdir) ? readdirSync(outdir) : []) {
    if (/^chunk-.*\.c?js(\.map)?$/.test(name) && !kept.has(name)) rmSync(join(outdir, name));
  }
}

/** Every `parley:source` path under an exports map, whatever conditions it is nested in. */
function sourceEntries(node) {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === "parley:source" ? [value] : sourceEntries(value)));
}

function readManifest(folder) {
  const path = join(folder, "package.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

function runNode(args) {
  const result = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (result.status !== 0) process.exit(result.status ?? 1);
}
