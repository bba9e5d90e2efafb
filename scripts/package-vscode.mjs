// `npm run package:vscode`: builds the VS Code extension into one .vsix for all platforms, in this folder or at the path given.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCommandLine } from "./build/command-line.mjs";
import { readTerminalBinaries } from "./build/terminal-binaries.mjs";
import { toVsix } from "./build/vsix.mjs";

const VSIX_BYTES_MAX = 4_000_000;
/** Node 22 is what the oldest supported VS Code comes with. */
const TARGET = "node22";
/** Native or large: terminals are added by platform, and the others are left out. */
const NOT_BUNDLED = ["@lydell/node-pty", "@vscode/ripgrep", "libsql", "playwright-core"];

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const path = resolve(process.argv[2] ?? join(root, "parley-vscode.vsix"));
const backend = mkdtempSync(join(tmpdir(), "parley-backend-"));
try {
  await buildCommandLine({ root, target: TARGET, dir: backend, external: NOT_BUNDLED, sourcemap: false });
  cpSync(join(root, "apps", "cli", "dist", "page"), join(backend, "page"), { recursive: true });
  const vsix = toVsix({ root, backend, terminals: readTerminalBinaries(root, say) });
  if (vsix.length > VSIX_BYTES_MAX) fail(`The extension has ${vsix.length} bytes; the limit is ${VSIX_BYTES_MAX}.`);
  writeFileSync(path, vsix);
  process.stdout.write(`${path}\n`);
  say(`${(vsix.length / 1e6).toFixed(2)} MB. Install it with: code --install-extension ${path}`);
} finally {
  rmSync(backend, { recursive: true, force: true });
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text) {
  say(text);
  process.exitCode = 1;
  throw new Error(text);
}
