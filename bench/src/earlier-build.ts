// Builds an earlier commit of this repository beside it, once, to compare with.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readlink, rename, rm, symlink } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "parley-bench");
/** Built packages of the repository: each build has its own. */
const OWN_SCOPE = "@parley";

/** The command line of that commit. It is kept outside the repository, and built again only if it is gone. */
export async function buildEarlier(commit: string, progress: (text: string) => void): Promise<string> {
  const folder = join(CACHE, commit);
  const program = join("apps", "cli", "dist", "parley.cjs");
  if (existsSync(join(folder, program))) return join(folder, program);
  progress(`building ${commit} in ${folder}`);
  const unfinished = `${folder}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  try {
    extract(commit, unfinished);
    await linkModules(unfinished);
    execute(process.execPath, [join("scripts", "build.mjs")], unfinished, "The earlier commit could not be built");
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return join(folder, program);
}

function extract(commit: string, folder: string): void {
  const remedy = `Commit ${commit} is not in this clone. A shallow clone gets it with: git fetch --unshallow`;
  execute("git", ["cat-file", "-e", `${commit}^{commit}`], ROOT, remedy);
  execute("sh", ["-c", `git archive "$1" | tar -x -C "$2"`, "sh", commit, folder], ROOT, `${commit} was not extracted`);
}

/** The installed packages of this clone, and the workspaces of that commit. */
async function linkModules(folder: string): Promise<void> {
  const installed = join(ROOT, "node_modules");
  const own = join(folder, "node_modules");
  await mkdir(join(own, OWN_SCOPE), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== OWN_SCOPE && !name.startsWith(".parley")) await symlink(join(installed, name), join(own, name));
  }
  for (const name of await readdir(join(installed, OWN_SCOPE))) {
    // Relative, such as ../../packages/acp, so that it leads to the earlier one from there.
    const target = await readlink(join(installed, OWN_SCOPE, name));
    if (existsSync(join(own, OWN_SCOPE, target))) await symlink(target, join(own, OWN_SCOPE, name));
  }
}

function execute(command: string, args: readonly string[], cwd: string, failure: string): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${failure}\n${error?.message ?? stderr}`.trim());
}
