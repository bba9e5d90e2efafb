// The parts of a Git repository that run programs when it is used outside the sandbox: the agent must not change them.
import { closeSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { HEAD_BYTES_MAX } from "../limits.ts";
import { lookAtLink } from "./look.ts";

export interface RepositoryFacts {
  /** Inside the root. */
  readonly readOnly: readonly string[];
  /** The repository itself, if the root is a linked work tree and the repository is elsewhere. */
  readonly readable: readonly string[];
}

/** Settings name programs, hooks are programs. The same holds for a folder's Parley settings. */
const PROTECTED = [".git/config", ".git/config.worktree", ".git/hooks", ".git/info/attributes", ".parley"];

export function readRepository(root: string): RepositoryFacts {
  const own = [...PROTECTED, ...modulesOf(root)].map((name) => join(root, name)).filter(exists);
  const linked = findLinked(root);
  return linked === undefined
    ? { readOnly: own, readable: [] }
    : { readOnly: [...own, join(root, ".git")], readable: [linked] };
}

/** Submodules keep their settings and hooks in the repository of the whole. */
function modulesOf(root: string): string[] {
  try {
    return readdirSync(join(root, ".git/modules")).flatMap((name) => [
      `.git/modules/${name}/config`,
      `.git/modules/${name}/hooks`,
    ]);
  } catch {
    return []; // Most have none.
  }
}

/**
 * `.git` of a linked work tree is a file that names its repository. An agent could have written any path into it, so the
 * repository must name the work tree in turn, in a place that the agent cannot write to.
 */
function findLinked(root: string): string | undefined {
  const file = join(root, ".git");
  if (lookAtLink(file)?.isFile() !== true) return undefined;
  const [, named] = /^gitdir: (.+)$/m.exec(readText(file)) ?? [];
  if (named === undefined) return undefined;
  try {
    const folder = realpathSync(resolve(root, named));
    const worktrees = dirname(folder);
    const back = readText(join(folder, "gitdir")).trim();
    if (basename(worktrees) !== "worktrees" || realpathSync(back) !== realpathSync(file)) return undefined;
    const common = dirname(worktrees);
    return exists(join(common, "HEAD")) && exists(join(common, "objects")) ? common : undefined;
  } catch {
    return undefined; // It leads nowhere, which Git reports itself.
  }
}

function exists(path: string): boolean {
  const stats = lookAtLink(path);
  return stats !== undefined && !stats.isSymbolicLink();
}

function readText(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(HEAD_BYTES_MAX);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}
