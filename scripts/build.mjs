// Builds every workspace: the strict validators, ES modules for every public entry, the command line in lazy chunks, types.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = "node20.19";

runNode(["--import", "tsx", "packages/acp/generate/strict.ts"]);
for (const name of readdirSync(join(root, "packages"))) await buildLibrary(join(root, "packages", name));
await buildCommandLine(join(root, "apps", "cli"));
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

/** The command line starts from a small entry; each command is a chunk that loads when it is called. */
async function buildCommandLine(folder) {
  const outdir = join(folder, "dist");
  removeChunks(outdir);
  await build({
    entryPoints: [join(folder, "src", "parley.ts")],
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "chunk-[name]-[hash]",
    format: "esm",
    platform: "node",
    target,
    conditions: ["parley:source"],
    // Less to read at every start; names stay, for the traces of errors.
    minifyWhitespace: true,
    minifySyntax: true,
    // The first three bring files of their own, which have to lie where their packages are; the others are not ES modules, or need ones that are not.
    external: ["@lydell/node-pty", "tree-sitter-bash", "web-tree-sitter", "tar", "yauzl"],
    sourcemap: true,
    logLevel: "warning",
  });
}

/** Their names change with their content; the old ones would stay. */
function removeChunks(outdir) {
  for (const name of existsSync(outdir) ? readdirSync(outdir) : []) {
    if (/^chunk-.*\.js(\.map)?$/.test(name)) rmSync(join(outdir, name));
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
