// Where vitest keeps the sources it has compiled, for the next run and for the other projects of this one.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** About ten times what all sources take: versions of edited files stay until then. */
const MODULES_MAX = 20_000;

/** Compiled code names the files of other packages: a folder holds for one state of all manifests, and replaces those before. */
export function openModuleCache(root: string): string {
  const base = join(root, "node_modules/.cache/parley-tests");
  const folders = ["packages", "apps"].flatMap((name) => readdirSync(join(root, name)).map((each) => join(name, each)));
  const manifests = [".", "test/support", "bench", ...folders].map((folder) => join(root, folder, "package.json"));
  const hash = createHash("sha256");
  for (const path of manifests.filter((each) => existsSync(each))) hash.update(`${path}\0`).update(readFileSync(path));
  const current = hash.digest("hex").slice(0, 16);
  for (const name of namesIn(base)) {
    const isFull = name === current && namesIn(join(base, name)).length > MODULES_MAX;
    if (name !== current || isFull) rmSync(join(base, name), { recursive: true, force: true });
  }
  return join(base, current);
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
