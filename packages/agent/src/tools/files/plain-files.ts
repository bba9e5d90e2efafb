// Files that tools keep in a workspace. The workspace may be untrusted, so links are not followed.
import { hasErrno } from "@parley/base";
import { lstat, open, realpath } from "node:fs/promises";
import { pathWithin } from "../../paths/below.ts";

/** Whether the folder exists, and its real path is below the other. */
export async function isReallyBelow(outer: string, folder: string): Promise<boolean> {
  try {
    return pathWithin(await realpath(outer), await realpath(folder)) !== undefined;
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ENOTDIR", "ELOOP", "EACCES")) return false;
    throw error;
  }
}

/** Undefined if the file is missing, not a regular file, or too large. */
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
