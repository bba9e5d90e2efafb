// The JSON Schema of rules.json, from the tables that its reader uses.
import type { JsonObject } from "@parley/base";
import { CONCERNS } from "../concerns.ts";
import { TOOL_KINDS } from "../facts.ts";
import { NAME_CHARS_MAX, PATTERNS_MAX, RULES_MAX } from "../limits.ts";
import { FORMAT_VERSION, type FILE_KEYS } from "./compile.ts";
import { FAMILIES, type Family } from "./families.ts";
import { VERDICTS, type COMMON_FIELDS } from "./read-rule.ts";

const TEXT: JsonObject = { type: "string", minLength: 1, maxLength: NAME_CHARS_MAX };

/** A single text is a list of one. */
function texts(description: string, items: JsonObject = { type: "string" }, minItems = 1): JsonObject {
  return { description, anyOf: [items, { type: "array", items, minItems, maxItems: PATTERNS_MAX }] };
}

/** Fields of the families; a test compares them with the table of families. */
const FAMILY_FIELDS: Readonly<Record<string, JsonObject>> = {
  paths: texts("Globs relative to the workspace; without them, every path"),
  program: { description: "Name of the program", ...TEXT },
  prefix: texts("First arguments; more may follow"),
  args: texts("All arguments, with * and ?"),
  pattern: { description: "The whole command, with * and ?", ...TEXT },
  hosts: texts("Host names, with * and ?, with or without a port"),
  tools: texts("Tool names, with * and ?"),
  toolKinds: texts("Kinds of tools", { enum: TOOL_KINDS }),
  servers: texts("MCP servers, with * and ?"),
};

function commonFields({ kinds }: Family): Record<(typeof COMMON_FIELDS)[number], JsonObject> {
  return {
    id: { description: "Name of the rule in messages and in the audit log", ...TEXT },
    verdict: { description: "What happens to a matching request", enum: VERDICTS },
    kind: texts("Kind of request", { enum: kinds }),
    note: { description: "Why the rule exists", ...TEXT },
    including: texts("Concerns that an allow rule also covers", { enum: CONCERNS }, 0),
  };
}

function ruleSchema(family: Family): JsonObject {
  const own = family.fields.map((field) => [field, FAMILY_FIELDS[field] ?? {}] as const);
  return {
    title: family.kinds.join(", "),
    type: "object",
    properties: { ...commonFields(family), ...Object.fromEntries(own) },
    required: ["verdict", "kind"],
    additionalProperties: false,
  };
}

function patterns(example: string): JsonObject {
  return { type: "array", maxItems: RULES_MAX, items: { type: "string", examples: [example] } };
}

export function rulesSchema(): JsonObject {
  const properties: Record<(typeof FILE_KEYS)[number], JsonObject> = {
    $schema: { type: "string" },
    version: { const: FORMAT_VERSION },
    rules: {
      description: "Deny takes precedence over ask, ask over allow",
      type: "array",
      maxItems: RULES_MAX,
      items: { anyOf: FAMILIES.map(ruleSchema) },
    },
    autoReject: { description: "Tool patterns that are denied", ...patterns("execute(npm publish *)") },
    autoAllow: { description: "Tool patterns that are allowed", ...patterns("execute(npm run *)") },
    zones: {
      description: "Folders that agents may or may not touch",
      type: "object",
      properties: {
        allow: texts("If set, agents may only touch these", undefined, 0),
        deny: texts("Paths that agents may never touch", undefined, 0),
      },
      additionalProperties: false,
    },
    choices: { description: "Remembered answers, written by Parley", type: "array" },
    trusted: { description: "Trusted folders, written by Parley (parley trust add)", type: "array" },
  };
  return { title: "Parley rules (rules.json)", type: "object", properties, additionalProperties: false };
}
