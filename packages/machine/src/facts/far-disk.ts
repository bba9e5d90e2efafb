// Disk lookups that another thread waits for, however long they take.
import { ParleyError, errnoOf } from "@parley/base";
import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { locateFile } from "../files/locate.ts";
import type { Roots } from "../files/roots.ts";
import { PATH_CHARS_MAX } from "../limits.ts";

const EVERYWHERE: Roots = { contain: () => true, seemToContain: () => true, has: () => false };

/** Of an absolute path without `..`: the deepest ancestor that exists, without links, and the rest. */
export async function resolveReal(path: string): Promise<string> {
  if (path.length > PATH_CHARS_MAX) return path;
  try {
    return (await locateFile(EVERYWHERE, { path })).real;
  } catch (error) {
    // A cycle of links, a file where a folder should be, or a folder that we may not read: the path ends here.
    if (!(error instanceof ParleyError) && errnoOf(error) === undefined) throw error;
    const parent = dirname(path);
    return parent === path ? path : join(await resolveReal(parent), basename(path));
  }
}

export async function lstatIfAny(path: string): Promise<Stats | undefined> {
  if (path.length > PATH_CHARS_MAX) return undefined;
  try {
    return await lstat(path);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}
