// Bundles what runs in measured processes, so that no loader is measured. Packages stay imports, as users have them.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ENTRIES = {
  client: new URL("./client.ts", import.meta.url),
  agent: new URL("./agent.ts", import.meta.url),
  "import-cost": new URL("./import-cost.ts", import.meta.url),
  "transcript-cost": new URL("./transcript-cost.ts", import.meta.url),
  "policy-cost": new URL("./policy-cost.ts", import.meta.url),
  "machine-cost": new URL("./machine-cost.ts", import.meta.url),
  "remote-cost": new URL("./remote-cost.ts", import.meta.url),
  "append-cost": new URL("./append-cost.ts", import.meta.url),
  "log-cost": new URL("./log-cost.ts", import.meta.url),
};

export type EntryName = keyof typeof ENTRIES;

export const DIST: string = fileURLToPath(new URL("../dist/", import.meta.url));

export async function bundle(): Promise<void> {
  await build({
    entryPoints: Object.entries(ENTRIES).map(([out, url]) => ({ in: fileURLToPath(url), out })),
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
