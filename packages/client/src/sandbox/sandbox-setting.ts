// `agents.NAME.sandbox` in the configuration: how strict the agent's sandbox is, and what else it may access.
import { isObject, parseSandboxSetting, type SandboxSetting } from "@parley/base";
import type { SandboxAccess } from "./agent-sandbox.ts";

export interface AgentSandboxSetting extends SandboxAccess {
  /** Default: the setting for all agents. */
  readonly mode?: SandboxSetting | undefined;
}

/** `agents` is the raw configuration. Invalid values are reported where the configuration is read, and ignored here. */
export function readSandboxSetting(agents: unknown, name: string): AgentSandboxSetting {
  const raw = field(field(agents, name), "sandbox");
  if (raw === undefined) return {};
  const mode = parseSandboxSetting(isObject(raw) ? field(raw, "mode") : raw);
  return {
    ...("value" in mode && { mode: mode.value }),
    hosts: texts(field(raw, "hosts")),
    read: texts(field(raw, "read")),
    write: texts(field(raw, "write")),
  };
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}
