// Warns of keys in config.json that Parley does not know: a misspelt setting would otherwise change nothing, silently.
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
