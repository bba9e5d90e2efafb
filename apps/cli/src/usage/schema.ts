// Flags and arguments of `parley schema`.
import { defineUsage } from "../arguments/usage.ts";

export const SCHEMA_NAMES = ["config", "hooks", "mode", "recipe", "rules"] as const;
export type SchemaName = (typeof SCHEMA_NAMES)[number];

export const schemaUsage = defineUsage({
  name: "schema",
  summary: "Print the JSON Schema of a file, for completion and checks in your editor",
  flags: {},
  positionals: [{ name: "NAME", choices: SCHEMA_NAMES }],
  survivesBadConfig: true,
  examples: [
    { about: "Complete config.json in your editor", command: "parley schema config > ~/.parley/config.schema.json" },
    { about: "The same for rules", command: "parley schema rules > ~/.parley/rules.schema.json" },
  ],
});
