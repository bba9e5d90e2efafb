// Builds every workspace: the strict validators, ES modules for every public entry, the command line in lazy chunks, the page, the extension, types.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCommandLine } from "./build/command-line.mjs";
import { buildExtension } from "./build/extension.mjs";
import { buildLibraries } from "./build/libraries.mjs";
import { buildPage } from "./build/page.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = "node20.19";

runNode(["--import", "tsx", "packages/acp/generate/strict.ts"]);
await buildLibraries({ root, target });
await buildCommandLine({ root, target });
await buildPage({ root });
await buildExtension({ root });
// What tests share speaks of the script, and is looked at from packages that do not: its types have to be there first.
runNode(["node_modules/typescript/bin/tsc", "-b", "packages/script"]);
runNode(["node_modules/typescript/bin/tsc", "-b"]);

function runNode(args) {
  const result = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (result.status !== 0) process.exit(result.status ?? 1);
}
