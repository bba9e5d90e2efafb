// Accepts regular files only: folders, links, devices, pipes and sockets each get their own error.
import type { Stats } from "node:fs";
import { fileError } from "./file-error.ts";

export function refuseUnlessRegular(stats: Stats, path: string): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw fileError("file_is_directory", path, "is a folder");
  if (stats.isSymbolicLink()) throw fileError("file_denied", path, "was replaced by a link while it was being opened");
  throw fileError("file_is_special", path, `is ${kindOf(stats)}, not a regular file`);
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return "a pipe";
  if (stats.isSocket()) return "a socket";
  return stats.isCharacterDevice() || stats.isBlockDevice() ? "a device" : "an unknown kind of file";
}
