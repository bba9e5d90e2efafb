// Which secret variables the commands of the model get to see all the same: `commandVariables` in the user's own config.json.
import { join } from "node:path";
import { badSetting, readConfigField } from "./config-file.ts";
import { COMMAND_VARIABLES_MAX } from "./limits.ts";

const FIELD = "commandVariables";

/** Never from a folder's config.json: it may have come from anywhere, and has no say over keys. Rejects with `bad_config`. */
export async function readCommandVariables(parleyHome: string): Promise<readonly string[]> {
  const path = join(parleyHome, "config.json");
  const raw = await readConfigField(path, FIELD);
  if (raw === undefined) return [];
  const names: readonly unknown[] = Array.isArray(raw) ? raw : [];
  if (Array.isArray(raw) && names.length <= COMMAND_VARIABLES_MAX && names.every(isName)) return names;
  const expected = `up to ${COMMAND_VARIABLES_MAX} names of environment variables`;
  throw badSetting(path, FIELD, raw, expected);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && /^[a-z_][a-z0-9_]*$/i.test(value);
}
