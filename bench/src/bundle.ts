// Bundles what runs in measured processes, so that no loader is measured. Packages stay imports, as users have them.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const SOURCE = fileURLToPath(new URL(".", import.meta.url));

export const DIST: string = fileURLToPath(new URL("../dist/", import.meta.url));

export type EntryName = "client" | "agent" | "import-cost" | "transcript-cost";
const ENTRIES: readonly EntryName[] = ["client", "agent", "import-cost", "transcript-cost"];

export async function bundle(): Promise<void> {
  await build({
    entryPoints: ENTRIES.map((name) => `${SOURCE}${name}.ts`),
    outdir: DIST,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
  });
}
