// Whether there is something by a name: a file, a folder, or a link that leads nowhere.
import { lstat } from "node:fs/promises";

/** False also for what cannot be reached: whoever needs it will hear why. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false; // Whatever is in the way, nothing can be done with it here.
  }
}
