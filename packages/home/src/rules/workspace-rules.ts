// Rules and settings of a folder. They only count if the user trusts that very folder.
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { hasErrno } from "@parley/base";

const OWN_FOLDER = ".parley";

/** The files that a folder may contain, and that have no effect without trust. */
const FILES = ["rules.json", "config.json"] as const;

export function workspaceRulesPath(folder: string): string {
  return join(folder, OWN_FOLDER, "rules.json");
}

/** What the trust question is about: the files that would count. Empty if there are none. */
export async function findWorkspaceSettings(folder: string): Promise<readonly string[]> {
  const paths = FILES.map((name) => join(folder, OWN_FOLDER, name));
  const found = await Promise.all(paths.map(exists));
  return paths.filter((_, index) => found[index]);
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ENOTDIR")) return false;
    // Whether it exists, as any kind of entry.
    return true;
  }
}
