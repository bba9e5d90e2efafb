// Where a path really leads on this machine.
import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** A file that does not exist yet is where its folder is. */
export async function findRealPath(path: string): Promise<string> {
  const folder = dirname(path);
  return realpath(path).catch(async () => (folder === path ? path : join(await findRealPath(folder), basename(path))));
}
