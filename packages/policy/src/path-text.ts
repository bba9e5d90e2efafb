// Paths as text, for both platforms. Nothing here reads the disk.
import type { Ground, Platform } from "./facts.ts";
import { foldCase } from "./patterns/glob.ts";

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const NUL = "\0";

/** Whether the path is absolute, without any segment that is empty, `.` or `..`. */
export function isNormal(path: string, platform: Platform): boolean {
  if (path.includes(NUL) || !isAbsolute(path, platform)) return false;
  const text = platform.style === "windows" ? path.replaceAll("\\", "/") : path;
  // The two slashes in front of a Windows server name are not an empty segment.
  const start = platform.style === "windows" && text.startsWith("//") ? 1 : 0;
  if (text.indexOf("//", start) >= 0) return false;
  return !text.includes("/./") && !text.includes("/../") && !text.endsWith("/.") && !text.endsWith("/..");
}

/** On Windows, a drive or a server is required, because `\x` and `C:x` depend on the process. */
export function isAbsolute(path: string, { style }: Platform): boolean {
  if (style === "posix") return path.charCodeAt(0) === SLASH;
  return startsWithDrive(path) || (isSlash(path.charCodeAt(0)) && isSlash(path.charCodeAt(1)));
}

/** Whether a path is a folder or below it, both without links; `/project-evil` is not in `/project`. */
export function isWithin(folder: string, path: string, platform: Platform): boolean {
  const length = lengthWithoutSlash(folder, platform);
  if (path.length < length) return false;
  if (platform.style === "posix" && !platform.isCaseInsensitive) {
    return path.startsWith(folder) && (path.length === length || path.charCodeAt(length) === SLASH);
  }
  for (let index = 0; index < length; index += 1) {
    if (unify(folder.charCodeAt(index), platform) !== unify(path.charCodeAt(index), platform)) return false;
  }
  return path.length === length || isSeparator(path.charCodeAt(length), platform);
}

/** The workspace, or the deepest other root, that contains a path. */
export function findRoot(path: string, { roots, workspace, platform }: Ground): string | undefined {
  let found: string | undefined;
  for (const root of roots) {
    if (!isWithin(root, path, platform)) continue;
    if (root === workspace) return root;
    if (found === undefined || root.length > found.length) found = root;
  }
  return found;
}

/** The part below the folder, split at the separators, in the spelling used for patterns. */
export function toSegments(folder: string, path: string, platform: Platform): string[] {
  const rest = path.slice(lengthWithoutSlash(folder, platform) + 1);
  if (rest === "") return [];
  const text = platform.isCaseInsensitive ? foldCase(rest) : rest;
  return (platform.style === "windows" ? text.replaceAll("\\", "/") : text).split("/");
}

/**
 * Removes `.` and `..` from a path that is absolute or relative to a folder.
 * A Windows path that depends on the current folder of a drive is returned unchanged, and is in no root.
 */
export function resolvePath(folder: string, path: string, platform: Platform): string {
  if (platform.style === "windows" && !isAbsolute(path, platform) && hasPlace(path)) return path;
  const whole = isAbsolute(path, platform) ? path : `${folder}/${path}`;
  const text = platform.style === "windows" ? whole.replaceAll("\\", "/") : whole;
  if (isNormal(text, platform) && !text.endsWith("/")) return text;
  // Nothing is above the drive, or above the server and its share.
  const top = platform.style === "posix" ? 0 : text.startsWith("//") ? 2 : 1;
  const kept: string[] = [];
  for (const segment of text.split("/")) {
    if (segment === "") continue;
    if (kept.length < top) kept.push(segment);
    else if (segment === "..") kept.length = Math.max(top, kept.length - 1);
    else if (segment !== ".") kept.push(segment);
  }
  if (platform.style === "posix") return `/${kept.join("/")}`;
  return text.startsWith("//") ? `//${kept.join("/")}` : kept.join("/");
}

export function startsWithDrive(path: string): boolean {
  return hasDriveLetter(path) && isSlash(path.charCodeAt(2));
}

export function hasDriveLetter(path: string): boolean {
  const letter = path.charCodeAt(0) | 0x20;
  return letter >= 0x61 && letter <= 0x7a && path[1] === ":";
}

export function isSeparator(code: number, { style }: Platform): boolean {
  return code === SLASH || (style === "windows" && code === BACKSLASH);
}

function hasPlace(path: string): boolean {
  return isSlash(path.charCodeAt(0)) || hasDriveLetter(path);
}

function isSlash(code: number): boolean {
  return code === SLASH || code === BACKSLASH;
}

function lengthWithoutSlash(folder: string, platform: Platform): number {
  const last = folder.length - 1;
  return last >= 0 && isSeparator(folder.charCodeAt(last), platform) ? last : folder.length;
}

/** Folds ASCII letters only: every such file system does, and two real paths never differ in more. */
function unify(code: number, { style, isCaseInsensitive }: Platform): number {
  if (code === BACKSLASH && style === "windows") return SLASH;
  return isCaseInsensitive && code >= 0x41 && code <= 0x5a ? code | 0x20 : code;
}
