// Which path is in which folder. Both are absolute and without links, and compared as text.
import { isAbsolute, relative, sep } from "node:path";

/** From the folder, with slashes; undefined for the folder itself and for what is not in it. */
export function pathWithin(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  if (way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
  return way.replaceAll(sep, "/");
}

/** Whether `path` is `folder` or something in it. */
export function isBelow(folder: string, path: string): boolean {
  return path === folder || relative(folder, path) === "" || pathWithin(folder, path) !== undefined;
}

/** As a person in `cwd` would write it. */
export function shownPath(cwd: string, path: string): string {
  return pathWithin(cwd, path) ?? path;
}
