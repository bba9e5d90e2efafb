// Where a path leads, anywhere on the disk. Nothing is opened or refused: policy decides that.
import type { FileKind } from "@parley/policy";
import type { Stats } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Disk } from "./disk.ts";

/** `entry`: a link at the end stands for itself, not its target. */
export type Means = "target" | "entry";

/** For an absolute path without `..`. */
export async function resolvePath(disk: Disk, path: string, means: Means): Promise<string> {
  return means === "target" ? disk.resolveReal(path) : join(await disk.resolveReal(dirname(path)), basename(path));
}

/** As the system resolves it: `..` applies after links were followed, except on Windows, where it applies to the text. */
export async function resolveFrom(disk: Disk, folder: string, path: string): Promise<string> {
  if (process.platform === "win32") return disk.resolveReal(resolve(folder, path));
  let current = path.startsWith("/") ? "/" : folder;
  let names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") {
      current = dirname(names.length === 0 ? current : await disk.resolveReal(join(current, ...names)));
      names = [];
    } else if (name !== "" && name !== ".") names.push(name);
  }
  return names.length === 0 ? current : disk.resolveReal(join(current, ...names));
}

/** `path`: before links were followed, to detect a dangling link. */
export async function findKind(disk: Disk, path: string, real: string): Promise<FileKind> {
  const stats = await disk.lstat(real);
  if (stats !== undefined) return toKind(stats);
  return (await disk.lstat(path))?.isSymbolicLink() === true ? "symlink" : "missing";
}

function toKind(stats: Stats): FileKind {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  if (stats.isSymbolicLink()) return "symlink";
  if (stats.isFIFO()) return "fifo";
  return stats.isSocket() ? "socket" : "device";
}
