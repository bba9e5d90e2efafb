// The JSON Schema of the settings in config.json, from the one table of settings.
import type { JsonObject } from "./json-object.ts";
import { settings, type Setting } from "./settings.ts";

/** By the name of the setting. */
export function settingSchemas(): Readonly<Record<string, JsonObject>> {
  const rows = Object.entries<Setting<unknown>>(settings);
  return Object.fromEntries(
    rows.map(([name, { summary, schema, default: value }]) => [
      name,
      { description: summary, ...schema, ...(value !== undefined && { default: value }) },
    ]),
  );
}
