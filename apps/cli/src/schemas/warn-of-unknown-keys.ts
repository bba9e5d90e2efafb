// Warns about unknown keys in config.json, because a misspelt setting would otherwise be ignored silently.
import type { Log } from "@parley/base";
import type { ConfigFiles } from "../command.ts";
import { configSchema } from "./config-schema.ts";
import { describeUnknownKey, findUnknownKeys } from "./unknown-keys.ts";

export function warnOfUnknownKeys({ user, workspace }: ConfigFiles, log: Log): void {
  const schema = configSchema();
  for (const { path, values } of [user, workspace]) {
    for (const key of findUnknownKeys(values, schema)) log.write("warn", `${path}: ${describeUnknownKey(key)}`);
  }
}
