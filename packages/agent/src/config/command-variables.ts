// Secret environment variables that commands may see: `commandVariables` in the user's config.json.
import { join } from "node:path";
import { badSetting } from "@parley/home/user-files";
import { readConfigField } from "./config-file.ts";
import { COMMAND_VARIABLES_MAX } from "../limits.ts";

const FIELD = "commandVariables";

/** Never read from a folder's config.json, which may come from anywhere. Rejects with `bad_config`. */
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
