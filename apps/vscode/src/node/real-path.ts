// Where a path really leads on this machine.
import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { LINKS_MAX } from "../limits.ts";

/** A file that does not exist yet is where its folder is; a link to such a file is where that would be. */
export async function findRealPath(path: string, linksMax = LINKS_MAX): Promise<string> {
  const folder = dirname(path);
  try {
    return await realpath(path);
  } catch {
    if (folder === path) return path;
  }
  const target = linksMax === 0 ? undefined : await readlink(path).catch(() => undefined);
  if (target !== undefined) return findRealPath(resolve(folder, target), linksMax - 1);
  return join(await findRealPath(folder, linksMax), basename(path));
}
