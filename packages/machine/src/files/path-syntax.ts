// What a path must look like before the disk is accessed.
import { posix, win32 } from "node:path";
import { fileError } from "./file-error.ts";

/** Names that refer to a device in every folder, with any extension. */
const WINDOWS_DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\..*)?$/i;

/** Absolute and normalized: no `.`, no `..`, no trailing separator. Throws `file_path_invalid`. */
export function parsePath(path: string, platform: NodeJS.Platform = process.platform): string {
  if (path.includes("\0")) throw fileError("file_path_invalid", path, "contains a NUL character");
  return platform === "win32" ? parseWindowsPath(path) : parsePosixPath(path);
}

function parsePosixPath(path: string): string {
  if (!posix.isAbsolute(path)) throw fileError("file_path_invalid", path, "is not an absolute path");
  return posix.resolve(path);
}

function parseWindowsPath(path: string): string {
  const { root } = win32.parse(path);
  // `C:x` and `\x` depend on the process; `\\?\` and `\\.\` name devices and bypass every rule below.
  if (!/^([a-z]:[\\/]|[\\/]{2}[^\\/?.])/i.test(root)) {
    throw fileError("file_path_invalid", path, "is not an absolute path");
  }
  const normal = win32.resolve(path);
  const names = normal.slice(root.length).split("\\");
  if (names.some((name) => name.includes(":"))) {
    throw fileError("file_path_invalid", path, "names an alternate data stream");
  }
  if (names.some((name) => WINDOWS_DEVICE.test(name.trimEnd()) || /[. ]$/.test(name))) {
    throw fileError("file_path_invalid", path, "contains a name that Windows reads as a different one");
  }
  return normal;
}
