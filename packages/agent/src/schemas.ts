// JSON Schemas of files that users write for our agent: modes, and the parts of config.json that only the agent reads.
import type { JsonObject } from "@parley/base";
import {
  COMMAND_VARIABLES_MAX,
  HOOK_ARGS_MAX,
  HOOK_COMMAND_CHARS_MAX,
  HOOK_PATTERN_CHARS_MAX,
  HOOK_PATTERNS_MAX,
  HOOK_TIMEOUT_MS,
  HOOK_TIMEOUT_MS_MAX,
  HOOKS_MAX,
  MODE_GROUPS_MAX,
  MODE_ID_CHARS_MAX,
  MODE_NAME_CHARS_MAX,
  MODE_TEXT_CHARS_MAX,
  MODEL_OVERRIDES_MAX,
} from "./limits.ts";
import { MODEL_FIELDS, PRICE_FIELDS } from "./config/model-overrides.ts";
import { HOOK_EVENTS, type HOOK_FIELDS } from "./hooks/hook-setting.ts";
import { FILE_GROUPS, GROUP_NAMES } from "./modes/groups.ts";
import { CATEGORIES, type MODE_FIELDS } from "./modes/mode-fields.ts";
import { SLOTS } from "./modes/mode.ts";

const texts: JsonObject = { type: "object", additionalProperties: { type: "string" } };

/** The value of `hooks` in config.json. */
export function hooksSchema(): JsonObject {
  const properties: Record<(typeof HOOK_FIELDS)[number], JsonObject> = {
    event: { description: "When the hook runs", enum: HOOK_EVENTS },
    tools: {
      description: "Tool names, with * and ?; without them, every tool",
      type: "array",
      minItems: 1,
      maxItems: HOOK_PATTERNS_MAX,
      items: { type: "string", minLength: 1, maxLength: HOOK_PATTERN_CHARS_MAX },
    },
    command: {
      description: "A program, or a shell command line if args is missing",
      type: "string",
      pattern: String.raw`\S`,
      maxLength: HOOK_COMMAND_CHARS_MAX,
    },
    args: { type: "array", maxItems: HOOK_ARGS_MAX, items: { type: "string", maxLength: HOOK_COMMAND_CHARS_MAX } },
    timeoutMs: { type: "integer", minimum: 1, maximum: HOOK_TIMEOUT_MS_MAX, default: HOOK_TIMEOUT_MS },
  };
  const hook = { type: "object", properties, required: ["event", "command"], additionalProperties: false };
  return {
    title: "Parley hooks",
    description: "Programs that Parley runs before or after its agent's tool calls",
    type: "array",
    maxItems: HOOKS_MAX,
    items: hook,
  };
}

/** The value of `mcpServers` in config.json. */
export function mcpServersSchema(): JsonObject {
  const program = {
    title: "a program",
    type: "object",
    properties: { command: { type: "string" }, args: { type: "array", items: { type: "string" } }, env: texts },
    required: ["command"],
    additionalProperties: false,
  };
  const remote = {
    title: "a URL",
    type: "object",
    properties: {
      type: { enum: ["http", "sse"], default: "http" },
      url: { type: "string" },
      headers: texts,
      clientId: { description: "Parley's client id at the sign-in server", type: "string" },
      clientSecret: {
        description: "Environment variable with the client secret",
        type: "string",
        pattern: "^\\$\\{\\w+\\}$",
      },
      callbackPort: { description: "Port of the redirect URL", type: "integer", minimum: 1, maximum: 65_535 },
    },
    required: ["url"],
    additionalProperties: false,
  };
  return {
    description: "MCP servers for every agent, by name",
    type: "object",
    additionalProperties: { anyOf: [program, remote] },
  };
}

/** The value of `commandVariables` in config.json. */
export function commandVariablesSchema(): JsonObject {
  return {
    description: "Secret environment variables that the agent's commands may see",
    type: "array",
    maxItems: COMMAND_VARIABLES_MAX,
    items: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]*$" },
  };
}

/** The value of `models` in config.json. */
export function modelsSchema(): JsonObject {
  const price = {
    type: "object",
    properties: toProperties(PRICE_FIELDS),
    required: ["input", "output"],
    additionalProperties: false,
  };
  return {
    description: "Limits and prices of models, by id",
    type: "object",
    maxProperties: MODEL_OVERRIDES_MAX,
    additionalProperties: {
      type: "object",
      properties: { ...toProperties(MODEL_FIELDS), price },
      additionalProperties: false,
    },
  };
}

function toProperties(fields: Readonly<Record<string, { readonly schema: JsonObject }>>): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
}

/** A mode in JSON or YAML. In Markdown the instructions are the text below the front matter. */
export function modeSchema(): JsonObject {
  const shortText: JsonObject = { type: "string", maxLength: MODE_TEXT_CHARS_MAX };
  const id: JsonObject = { type: "string", maxLength: MODE_ID_CHARS_MAX, pattern: "^[a-z][a-z0-9_-]*$" };
  const fileGroup = {
    type: "object",
    properties: { group: { enum: FILE_GROUPS }, file_regex: { type: "string" } },
    required: ["group"],
    additionalProperties: false,
  };
  // A group may be the name of an MCP server, so any name is possible.
  const group = { anyOf: [{ enum: GROUP_NAMES }, { type: "string", minLength: 1 }, fileGroup] };
  const properties: Record<(typeof MODE_FIELDS)[number], JsonObject> = {
    $schema: { type: "string" },
    id: { description: "Default: the name of the file", ...id },
    slug: { description: "Another name for id", ...id },
    name: { description: "Display name", type: "string", maxLength: MODE_NAME_CHARS_MAX },
    description: { description: "What the mode is for", ...shortText },
    when_to_use: { description: "When to route a prompt to this mode", ...shortText },
    slot: { enum: SLOTS },
    category: { enum: CATEGORIES, default: "session" },
    tool_groups: {
      description: "Tools the mode may use; without them, all",
      anyOf: [group, { type: "array", maxItems: MODE_GROUPS_MAX, items: group }],
    },
    internal: { description: "Do not offer the mode to users", type: "boolean" },
    deprecated: { type: "boolean" },
    instructions: { description: "Instructions for the model", type: "string" },
  };
  return {
    title: "Parley mode",
    type: "object",
    properties,
    required: ["description", "instructions"],
    additionalProperties: false,
  };
}
