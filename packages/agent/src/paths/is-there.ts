// Whether a path exists, including broken links.
import { lstat } from "node:fs/promises";

/** Also false if it cannot be accessed; using it will report the error. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false; // Not accessible.
  }
}
