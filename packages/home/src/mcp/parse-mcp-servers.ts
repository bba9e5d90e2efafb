// Reads MCP servers in the usual form: an object by name, each with `command` and `args`, or with `url`.
import type { McpServer } from "@parley/acp";
import { isObject, type JsonObject } from "@parley/base";
import { MCP_SERVERS_MAX, SHOWN_VALUE_CHARS_MAX } from "../limits.ts";

export interface ParsedServers {
  readonly servers: readonly McpServer[];
  /** What is wrong with the others: `mcpServers.name: …`. */
  readonly problems: readonly string[];
}

/** The value of `mcpServers`. */
export function parseMcpServers(listed: unknown): ParsedServers {
  if (!isObject(listed)) return { servers: [], problems: ['expected an object "mcpServers" with servers by name'] };
  const entries = Object.entries(listed);
  if (entries.length > MCP_SERVERS_MAX) {
    return { servers: [], problems: [`mcpServers: ${entries.length} servers; at most ${MCP_SERVERS_MAX} are used`] };
  }
  const problems: string[] = [];
  const servers = entries.flatMap(([name, raw]) => {
    const server = isObject(raw) ? toServer(name, raw) : "expected an object";
    if (typeof server !== "string") return [server];
    problems.push(`mcpServers.${name.slice(0, SHOWN_VALUE_CHARS_MAX)}: ${server}`);
    return [];
  });
  return { servers, problems };
}

/** A text describes the mistake. */
function toServer(name: string, raw: JsonObject): McpServer | string {
  const { command, args = [], env, url, headers, type = "http" } = raw;
  if (typeof command === "string") {
    if (!Array.isArray(args) || !args.every((arg) => typeof arg === "string"))
      return "args: expected a list of strings";
    const variables = toPairs(env);
    return variables === undefined ? "env: expected an object of strings" : { name, command, args, env: variables };
  }
  if (typeof url !== "string") return 'expected "command" or "url"';
  // Another common name for it.
  const kind = type === "streamable-http" ? "http" : type;
  if (kind !== "http" && kind !== "sse") return 'type: expected "http" or "sse"';
  const fields = toPairs(headers);
  return fields === undefined ? "headers: expected an object of strings" : { type: kind, name, url, headers: fields };
}

function toPairs(raw: unknown = {}): { name: string; value: string }[] | undefined {
  if (!isObject(raw)) return undefined;
  const pairs = Object.entries(raw).flatMap(([name, value]) => (typeof value === "string" ? [{ name, value }] : []));
  return pairs.length === Object.keys(raw).length ? pairs : undefined;
}
