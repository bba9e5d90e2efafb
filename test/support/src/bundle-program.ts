// Makes a TypeScript program of this repository runnable by plain Node: a child then starts in 50 ms instead of 500.
import { mkdir, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Ignored by git, inside the repository: the program still finds node_modules from there. */
const OUT_FOLDER = fileURLToPath(new URL("../dist/", import.meta.url));

const bundled = new Map<string, Promise<string>>();

/** The path of the JavaScript file, named after the source, whose name must be its own. Packages of ours are taken from source, those of others stay imports. */
export function bundleProgram(source: URL): Promise<string> {
  const file = fileURLToPath(source);
  let path = bundled.get(file);
  if (path === undefined) {
    path = bundle(file);
    bundled.set(file, path);
  }
  return path;
}

async function bundle(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20.19",
    conditions: ["parley:source"],
    plugins: [
      {
        name: "others-stay-imports",
        setup(bundler) {
          bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === "entry-point" || path.startsWith("@parley/") ? undefined : { path, external: true },
          );
        },
      },
    ],
    logLevel: "warning",
  });
  const path = join(OUT_FOLDER, `${basename(file, ".ts")}.mjs`);
  const draft = `${path}.${process.pid}`;
  await mkdir(OUT_FOLDER, { recursive: true });
  // Several test files may do this at once: each replaces the file as a whole, by the same content.
  await writeFile(draft, outputFiles[0]?.contents ?? "");
  await rename(draft, path);
  return path;
}
