// The native part of terminals for every platform that has one, from npm's registry: checked against the lock file, and kept in a cache.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

const BASE = "@lydell/node-pty";

/** Files as `{ name, data, isProgram }`, by their path under node_modules. A platform that cannot be fetched is named to `say`. */
export function readTerminalBinaries(root, say) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { optionalDependencies } = lock.packages[`node_modules/${BASE}`];
  const platforms = Object.keys(optionalDependencies).flatMap((name) => {
    const entry = lock.packages[`node_modules/${name}`];
    const folder = installedFolder(root, name) ?? fetchPackage(name, entry);
    if (folder === undefined) say(`${name} could not be fetched: commands of agents run without a terminal there.`);
    return folder === undefined ? [] : readPackage(folder, name);
  });
  return [...readPackage(join(root, "node_modules", BASE), BASE), ...platforms];
}

function installedFolder(root, name) {
  const folder = join(root, "node_modules", name);
  return existsSync(folder) ? folder : undefined;
}

/** What runs: no types, no maps, no documents. On macOS a program of its own starts commands. */
function readPackage(folder, name) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(c?js|json|node|dll|exe)$|^spawn-helper$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !/\.test\.js$|[\\/]node_modules[\\/].*[\\/]node_modules[\\/]/.test(path.slice(folder.length)))
    .toSorted()
    .map((path) => ({
      name: `${name}/${path.slice(folder.length + 1).replaceAll("\\", "/")}`,
      data: readFileSync(path),
      isProgram: path.endsWith("spawn-helper"),
    }));
}

function fetchPackage(name, entry) {
  if (entry === undefined) return undefined;
  const kept = join(homedir(), ".cache", "parley-build", `${name.replaceAll(/[@/]/g, "_")}-${entry.version}`);
  if (existsSync(kept)) return kept;
  const folder = mkdtempSync(join(tmpdir(), "parley-pack-"));
  try {
    const packed = spawnSync("npm", ["pack", `${name}@${entry.version}`, "--pack-destination", folder, "--silent"], {
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    const [tarball] = readdirSync(folder);
    if (packed.status !== 0 || tarball === undefined || !isIntact(join(folder, tarball), entry.integrity))
      return undefined;
    if (spawnSync("tar", ["-xzf", join(folder, tarball), "-C", folder]).status !== 0) return undefined;
    mkdirSync(join(kept, ".."), { recursive: true });
    renameSync(join(folder, "package"), kept);
    return kept;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isIntact(path, integrity) {
  const [algorithm, expected] = integrity.split(/-(.*)/s);
  return createHash(algorithm).update(readFileSync(path)).digest("base64") === expected;
}
