// The JSON Schemas of all files that users write for Parley.
import { hooksSchema, modeSchema } from "@parley/agent/schemas";
import type { JsonObject } from "@parley/base";
import { recipeSchema } from "@parley/planning";
import { rulesSchema } from "@parley/policy";
import type { SchemaName } from "../usage/schema.ts";
import { configSchema } from "./config-schema.ts";

/** The version that editors support best. */
const DIALECT = "http://json-schema.org/draft-07/schema#";

const SCHEMAS: Readonly<Record<SchemaName, () => JsonObject>> = {
  config: configSchema,
  hooks: hooksSchema,
  mode: modeSchema,
  recipe: recipeSchema,
  rules: rulesSchema,
};

export function createSchema(name: SchemaName): JsonObject {
  return { $schema: DIALECT, ...SCHEMAS[name]() };
}

export function formatSchema(name: SchemaName): string {
  return `${JSON.stringify(createSchema(name), undefined, 2)}\n`;
}
