// Bundles every package: ES modules for its public entries.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { removeChunks } from "./chunks.mjs";

/** A library ships a file for each entry and one for what several share; other packages stay imports, so that everything exists once. */
export async function buildLibraries({ root, target }) {
  for (const name of readdirSync(join(root, "packages"))) await buildLibrary(join(root, "packages", name), target);
}

async function buildLibrary(folder, target) {
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

/** Every `parley:source` path under an exports map, whatever conditions it is nested in. */
function sourceEntries(node) {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === "parley:source" ? [value] : sourceEntries(value)));
}

function readManifest(folder) {
  const path = join(folder, "package.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}
