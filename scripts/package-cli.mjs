// `npm run package:cli`: packs the built command line into parley-acp-VERSION.tgz, in this folder or in the one given.
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const PACKED_BYTES_MAX = 4_000_000;

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = resolve(process.argv[2] ?? root);
const isWindows = process.platform === "win32";
const args = ["pack", "--workspace", "parley-acp", "--pack-destination", folder, "--json"];
const packed = spawnSync(isWindows ? "npm.cmd" : "npm", args, { cwd: root, encoding: "utf8", shell: isWindows });
if (packed.status !== 0) fail(`npm could not pack the command line: ${packed.stderr}`);

const tarball = join(folder, toFileName(JSON.parse(packed.stdout)));
const { size } = statSync(tarball);
if (size > PACKED_BYTES_MAX) fail(`${tarball} has ${size} bytes; the limit is ${PACKED_BYTES_MAX}.`);
process.stdout.write(`${tarball}\n`);
process.stderr.write(`${(size / 1e6).toFixed(1)} MB. Install it with: npm install --global ${tarball}\n`);

/** Newer versions of npm list packages by name. */
function toFileName(report) {
  const [{ filename }] = Object.values(report);
  return filename;
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
