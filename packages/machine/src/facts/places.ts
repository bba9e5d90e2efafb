// Where a path leads, wherever on the disk that is. Nothing is opened, and nothing is refused: that is for policy to decide.
import { ParleyError } from "@parley/base";
import type { FileKind } from "@parley/policy";
import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { errnoOf } from "../files/file-error.ts";
import { locateEntry, locateFile } from "../files/locate.ts";
import type { Roots } from "../files/roots.ts";
import { PATH_CHARS_MAX } from "./limits.ts";

/** `entry`: a link at the end is what is meant, not where it leads. */
export type Means = "target" | "entry";

const EVERYWHERE: Roots = { contain: () => true, seemToContain: () => true, has: () => false };

/** Of an absolute path without `..`: the deepest ancestor that exists, without links, and the rest. */
export async function resolveReal(path: string, means: Means = "target"): Promise<string> {
  if (path.length > PATH_CHARS_MAX) return path;
  try {
    return (await (means === "entry" ? locateEntry : locateFile)(EVERYWHERE, { path })).real;
  } catch (error) {
    // Links in a circle, a file where a folder should be, a folder that is not ours to look into: nobody gets past it.
    if (!(error instanceof ParleyError) && errnoOf(error) === undefined) throw error;
    const parent = dirname(path);
    return parent === path ? path : join(await resolveReal(parent), basename(path));
  }
}

/** As the system goes: `..` is taken from where the links before it lead, but on Windows from the text. */
export async function resolveFrom(folder: string, path: string): Promise<string> {
  if (process.platform === "win32") return resolveReal(resolve(folder, path));
  let current = path.startsWith("/") ? "/" : folder;
  let names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") {
      current = dirname(names.length === 0 ? current : await resolveReal(join(current, ...names)));
      names = [];
    } else if (name !== "" && name !== ".") names.push(name);
  }
  return names.length === 0 ? current : resolveReal(join(current, ...names));
}

/** `path`: as it was before links were followed, to tell a link that leads nowhere. */
export async function findKind(path: string, real: string): Promise<FileKind> {
  const stats = await lstatIfAny(real);
  if (stats !== undefined) return toKind(stats);
  return (await lstatIfAny(path))?.isSymbolicLink() === true ? "symlink" : "missing";
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

function toKind(stats: Stats): FileKind {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  if (stats.isSymbolicLink()) return "symlink";
  if (stats.isFIFO()) return "fifo";
  return stats.isSocket() ? "socket" : "device";
}
