// Paths without links, compared as text.
import { sep } from "node:path";

/** Whether `path` is `folder` or something in it. Both are absolute and without links. */
export function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
