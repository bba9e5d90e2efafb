// Files that tools keep for themselves in a workspace, which may be a stranger's: nothing is read through a link.
import { hasErrno } from "@parley/base";
import { lstat, open, realpath } from "node:fs/promises";
import { pathWithin } from "../../paths/below.ts";

/** Whether the folder is there, and really below the other. */
export async function isReallyBelow(outer: string, folder: string): Promise<boolean> {
  try {
    return pathWithin(await realpath(outer), await realpath(folder)) !== undefined;
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ENOTDIR", "ELOOP", "EACCES")) return false;
    throw error;
  }
}

/** Undefined for what is not there, no plain file, or too large. */
export async function readPlainFile(path: string, bytesMax: number): Promise<string | undefined> {
  try {
    const stats = await lstat(path);
    if (!stats.isFile() || stats.size > bytesMax) return undefined;
    await using file = await open(path);
    return await file.readFile("utf8");
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM", "EISDIR")) return undefined;
    throw error;
  }
}
