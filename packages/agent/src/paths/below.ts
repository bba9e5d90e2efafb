// Whether a path is in a folder. Both are absolute and resolved, and compared as text.
import { isAbsolute, relative, sep } from "node:path";

/** Relative to the folder, with slashes; undefined for the folder itself and for paths outside. */
export function pathWithin(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  if (way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
  return way.replaceAll(sep, "/");
}

/** Whether `path` is `folder` or inside it. */
export function isBelow(folder: string, path: string): boolean {
  return path === folder || relative(folder, path) === "" || pathWithin(folder, path) !== undefined;
}

/** For display, relative to `cwd`. */
export function shownPath(cwd: string, path: string): string {
  return pathWithin(cwd, path) ?? path;
}
