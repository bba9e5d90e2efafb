// Whether a client means the folder of a session, however it spells it.
import { realpath } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";

/** A relative path is in no folder. */
export async function isSameFolder(folder: string, given: string): Promise<boolean> {
  if (!isAbsolute(given)) return false;
  if (resolve(folder) === resolve(given)) return true;
  const [first, second] = await Promise.all([toReal(folder), toReal(given)]);
  return first !== undefined && first === second;
}

/** Undefined if it does not exist, for example because the folder is on another server. */
async function toReal(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    return undefined; // Whatever the reason, only the text can be compared.
  }
}
