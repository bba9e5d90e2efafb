// Reads one field of config.json.
import { parseUserObject, readUserText } from "@parley/home/user-files";

/** Undefined if the file or the field does not exist. Rejects with `bad_config` if it is not a JSON object. */
export async function readConfigField(path: string, field: string): Promise<unknown> {
  const text = await readUserText(path);
  return text === undefined ? undefined : parseUserObject(path, text)[field];
}
