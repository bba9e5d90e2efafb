// Resolves a path to a file of a workspace, as text: without reading the disk, and with both platforms' paths on either
// platform.
import { PATH_CHARS_MAX } from "../limits.ts";

const DRIVE = /^[A-Za-z]:[\\/]/;
const SHARE = /^[\\/]{2}[^\\/]/;
/** Not a usable file name. */
const CONTROL = /[\0\n\r]/;

/** Whether paths below this folder have drives and backslashes, and ignore case. */
export function isWindowsFolder(folder: string | undefined): boolean {
  return folder !== undefined && (DRIVE.test(folder) || folder.startsWith("\\\\"));
}

export function isAbsolutePath(path: string): boolean {
  return path.startsWith("/") || DRIVE.test(path) || SHARE.test(path);
}

/**
 * Relative to the folder with `/`, or absolute if it is outside; `.` is the folder; undefined if it cannot be a path.
 */
export function toWorkspacePath(folder: string | undefined, path: string): string | undefined {
  if (path === "" || path.length > PATH_CHARS_MAX || CONTROL.test(path)) return undefined;
  const isWindows = isWindowsFolder(folder) || DRIVE.test(path) || path.startsWith("\\\\");
  const slashed = isWindows ? path.replaceAll("\\", "/") : path;
  // Two leading slashes mean a server on Windows only.
  const isPosix = !isWindows && folder !== undefined && !folder.startsWith("//");
  const text = isPosix ? slashed.replace(/^\/{2,}/, "/") : slashed;
  if (folder === undefined || text.startsWith("~/")) return tidy(text);
  const root = tidy(isWindows ? folder.replaceAll("\\", "/") : folder);
  const whole = tidy(isAbsolutePath(text) ? withDrive(root, text) : `${root.replace(/\/$/, "")}/${text}`);
  return below(root, whole, isWindows) ?? whole;
}

/** The same file has one key; where case does not matter, it is ignored. */
export function toFileKey(folder: string | undefined, path: string): string {
  return isWindowsFolder(folder) ? path.toLowerCase() : path;
}

/** `/x` on Windows is on the drive of the folder. */
function withDrive(root: string, path: string): string {
  return DRIVE.test(root) && path.startsWith("/") && !path.startsWith("//") ? root.slice(0, 2) + path : path;
}

function below(root: string, path: string, isWindows: boolean): string | undefined {
  const start = isWindows ? path.slice(0, root.length).toLowerCase() : path.slice(0, root.length);
  if (start !== (isWindows ? root.toLowerCase() : root)) return undefined;
  if (path.length === root.length) return ".";
  if (root.endsWith("/")) return path.slice(root.length);
  return path[root.length] === "/" ? path.slice(root.length + 1) : undefined;
}

/** Without `.`, `..` and doubled slashes; `..` that leads out of a relative path stays. */
function tidy(path: string): string {
  if (!NEEDS_TIDYING.test(path)) return path;
  const prefix = /^(?:\/\/(?=[^/.])|[A-Za-z]:\/|\/)/.exec(path)?.[0] ?? "";
  const kept: string[] = [];
  for (const segment of path.slice(prefix.length).split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (prefix === "") kept.push(segment);
  }
  if (kept.length === 0) return prefix === "//" ? "/" : prefix || ".";
  return prefix + kept.join("/");
}

const NEEDS_TIDYING = /\/\/|\/$|(?:^|\/)\.{1,2}(?:\/|$)/;
