// Builds what runs: the strict validators, ES modules for every public entry, the command line in lazy chunks, the page, the extension.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCommandLine } from "./build/command-line.mjs";
import { buildExtension } from "./build/extension.mjs";
import { buildLibraries } from "./build/libraries.mjs";
import { buildPage } from "./build/page.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = "node20.19";

const strict = ["--import", "tsx", "packages/acp/generate/strict.ts"];
const { status } = spawnSync(process.execPath, strict, { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
await buildLibraries({ root, target });
await buildCommandLine({ root, target });
await buildPage({ root });
await buildExtension({ root });
