// Packs the rivals as they would be published: host and view, each bundled and minified.
import { build, type BuildOptions } from "esbuild";
import { zipSync } from "fflate";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ICON, MANIFEST } from "./manifest.ts";

const HOST: BuildOptions = { platform: "node", format: "cjs", external: ["vscode"] };
const VIEW: BuildOptions = { platform: "browser", format: "iife", define: { "process.env.NODE_ENV": '"production"' } };

export async function packRivals(path: string): Promise<void> {
  const files: Record<string, Uint8Array> = {
    "extension/package.json": Buffer.from(JSON.stringify(MANIFEST)),
    "extension/icon.svg": Buffer.from(ICON),
    "extension/extension.js": await bundle(new URL("./extension.ts", import.meta.url), HOST),
    "extension/view.js": await bundle(new URL("./view.ts", import.meta.url), VIEW),
  };
  await writeFile(path, zipSync(files));
}

async function bundle(entry: URL, options: BuildOptions): Promise<Uint8Array> {
  const { outputFiles = [] } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    minify: true,
    target: "es2022",
    conditions: ["parley:source"],
    logLevel: "warning",
    ...options,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
