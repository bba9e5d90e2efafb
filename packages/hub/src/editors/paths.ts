// Paths of editors: the real file, and the editor's name for it.
import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";

/** Both without links. */
export function isWithin(folder: string, real: string): boolean {
  return real === folder || real.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** A file that does not exist yet is where its folder is. */
export async function toRealPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(await toRealPath(folder), basename(path));
  }
}

/** A folder of a session: its given path, and the path without links. */
export interface NamedFolder {
  readonly named: string;
  readonly real: string;
}

export async function nameFolders(roots: readonly string[]): Promise<readonly NamedFolder[]> {
  return Promise.all(roots.map(async (named) => ({ named, real: await toRealPath(named) })));
}

/** The path below the session's folders as they were named; undefined if it is not in any of them. */
export function toNamedPath(folders: readonly NamedFolder[], real: string): string | undefined {
  const folder = folders.find((one) => isWithin(one.real, real));
  return folder && join(folder.named, relative(folder.real, real));
}
