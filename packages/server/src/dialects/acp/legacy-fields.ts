// Messages under the method names of older clients have fields in snake_case; here they get the names of the schema.
import { isObject } from "@parley/base";
import { canonicalMethod } from "@parley/acp";

type Fields = Readonly<Record<string, unknown>>;

const FIELDS: Readonly<Record<string, string>> = {
  additional_directories: "additionalDirectories",
  client_capabilities: "clientCapabilities",
  client_info: "clientInfo",
  mcp_servers: "mcpServers",
  mode_id: "modeId",
  model_id: "modelId",
  protocol_version: "protocolVersion",
  session_id: "sessionId",
};

/** Fields that older clients omit, because they do not know folders and MCP servers. */
const DEFAULTS: Readonly<Record<string, Fields>> = {
  "session/new": { cwd: "", mcpServers: [] },
  "session/load": { cwd: "", mcpServers: [] },
};

/** The message itself unless it is one of an older client. */
export function fromLegacy(message: Fields): Fields {
  const { method, params } = message;
  if (typeof method !== "string") return message;
  const canonical = canonicalMethod(method);
  if (canonical === method && method !== "initialize") return message;
  if (params !== undefined && !isObject(params)) return message;
  const renamed: Record<string, unknown> = { ...DEFAULTS[canonical] };
  for (const [name, value] of Object.entries(params ?? {})) {
    // A field with its proper name takes precedence.
    const proper = FIELDS[name] ?? name;
    if (proper === name || params?.[proper] === undefined) renamed[proper] = value;
  }
  if (typeof renamed["prompt"] === "string") renamed["prompt"] = [{ type: "text", text: renamed["prompt"] }];
  return { ...message, method: canonical, params: renamed };
}
