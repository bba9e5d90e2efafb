// File status by path; undefined if the path cannot be accessed.
import { lstatSync, statSync, type Stats } from "node:fs";

/** Follows links; undefined also if a folder on the way is another user's, or the path is invalid. */
export function look(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** The same for a link itself. */
export function lookAtLink(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
