// The JSON Schema of `agents` in config.json, from the tables that its reader uses.
import { SANDBOX_SETTINGS, type JsonObject } from "@parley/base";
import { ARGS_MAX, SANDBOX_PLACES_MAX, VARIABLES_MAX } from "../limits.ts";
import type { FIELDS } from "./custom-agent.ts";
import { LISTS } from "./sandbox-problems.ts";

const ABOUT_LISTS: Readonly<Record<(typeof LISTS)[number], JsonObject>> = {
  hosts: { description: 'Hosts it may reach: "host", "host:port" or "*.host"' },
  read: { description: "Additional paths it may read", items: { type: "string", pattern: "^(/|~/)" } },
  write: { description: "Additional paths it may write", items: { type: "string", pattern: "^(/|~/)" } },
};

function sandboxSchema(): JsonObject {
  const mode: JsonObject = { enum: [...SANDBOX_SETTINGS, true, false] };
  const list: JsonObject = { type: "array", maxItems: SANDBOX_PLACES_MAX, items: { type: "string" } };
  const lists = LISTS.map((name) => [name, { ...list, ...ABOUT_LISTS[name] }] as const);
  const access = {
    type: "object",
    properties: { mode, ...Object.fromEntries(lists) },
    additionalProperties: false,
  };
  return { description: "Sandbox of this agent", anyOf: [mode, access] };
}

export function agentsSchema(): JsonObject {
  const args: JsonObject = { type: "array", maxItems: ARGS_MAX, items: { type: "string" } };
  const properties: Record<(typeof FIELDS)[number], JsonObject> = {
    command: {
      description: "A program's name or absolute path, or a shell command line",
      type: "string",
      pattern: String.raw`\S`,
    },
    args,
    env: { type: "object", maxProperties: VARIABLES_MAX, additionalProperties: { type: "string" } },
    title: { description: "Display name", type: "string" },
    versionArgs: { description: "Arguments that make it print its version", ...args },
    minimumVersion: { type: "string", examples: ["1.2.3"] },
  };
  return {
    description: "Your own ACP agents, by name, and settings of known ones",
    type: "object",
    additionalProperties: {
      type: "object",
      properties: { ...properties, sandbox: sandboxSchema() },
      anyOf: [{ required: ["command"] }, { required: ["sandbox"], maxProperties: 1 }],
      additionalProperties: false,
    },
  };
}
