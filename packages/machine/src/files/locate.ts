// Where a path leads: the folder of the entry, without links, and the missing folders on the way. The result is only a
// hint; opening the folder shows whether it still holds.
import { type ParleyError, hasErrno } from "@parley/base";
import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileError } from "./file-error.ts";
import { LINKS_MAX } from "../limits.ts";
import { parsePath } from "./path-syntax.ts";
import type { Roots } from "./roots.ts";

interface Place {
  /** The deepest folder on the way that exists. */
  readonly folder: string;
  /** Folders below it that do not exist. */
  readonly missing: readonly string[];
  readonly name: string;
  /** The full path. */
  readonly real: string;
}

export interface Target {
  readonly path: string;
  /** The real path that was decided on; if the path leads elsewhere by now, it is refused. */
  readonly decidedPath?: string;
}

/** A file, with links followed. */
export async function locateFile(roots: Roots, target: Target): Promise<Place> {
  const { real, names } = await resolveLinks(roots, parsePath(target.path));
  if (names.length > 0) return place(roots, target, real, names);
  if (roots.has(real)) throw fileError("file_is_directory", target.path, "is a folder");
  return place(roots, target, dirname(real), [basename(real)]);
}

/** An entry itself: a link at the end is not followed. */
export async function locateEntry(roots: Roots, target: Target): Promise<Place> {
  const path = parsePath(target.path);
  const { real, names } = await resolveLinks(roots, dirname(path));
  if (roots.has(join(real, ...names, basename(path)))) throw fileError("file_is_directory", path, "is a folder");
  return place(roots, target, real, [...names, basename(path)]);
}

function place(roots: Roots, target: Target, folder: string, names: readonly string[]): Place {
  const real = join(folder, ...names);
  if (!roots.contain(folder)) throw outside(target.path);
  if (target.decidedPath !== undefined && target.decidedPath !== real) {
    throw fileError("file_denied", target.path, "leads elsewhere than when it was approved");
  }
  return { folder, missing: names.slice(0, -1), name: names.at(-1) ?? "", real };
}

/** The same error for everything outside, so that it does not reveal what exists there. */
function outside(path: string): ParleyError {
  return fileError("file_outside", path, "is outside this session's folders");
}

interface Resolved {
  readonly real: string;
  readonly names: readonly string[];
}

async function resolveLinks(roots: Roots, path: string): Promise<Resolved> {
  try {
    return await followLinks(path);
  } catch (error) {
    throw roots.seemToContain(path) ? error : outside(path);
  }
}

/** Like realpath(3), but links to missing files are followed as well. */
async function followLinks(path: string): Promise<Resolved> {
  const names: string[] = [];
  let current = path;
  for (let links = 0; links <= LINKS_MAX;) {
    const real = await unlessMissing(realpath(current));
    if (real !== undefined) return { real, names };
    // A drive that does not exist.
    if (dirname(current) === current) return { real: current, names };
    const link = await unlessMissing(readlink(current));
    if (link === undefined) {
      names.unshift(basename(current));
      current = dirname(current);
    } else {
      links += 1;
      current = resolve(await realpath(dirname(current)), link);
    }
  }
  throw fileError("file_path_invalid", path, "goes through too many links");
}

/** A file that is not a link yields EINVAL (on Windows UNKNOWN); here it can only have appeared just now. */
async function unlessMissing(path: Promise<string>): Promise<string | undefined> {
  try {
    return await path;
  } catch (error) {
    if (hasErrno(error, "ENOENT", "EINVAL", "UNKNOWN")) return undefined;
    throw error;
  }
}
