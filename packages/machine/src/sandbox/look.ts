// Looks at a path. What cannot be looked at, by us, is as good as not there.
import { lstatSync, statSync, type Stats } from "node:fs";

/** Where its links lead; undefined also if the way there is another user's, or no path at all. */
export function look(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** The same for the path itself. */
export function lookAtLink(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
