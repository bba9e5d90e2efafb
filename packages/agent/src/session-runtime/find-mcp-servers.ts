// The MCP servers of a session: from the client, the user's config.json, and the config.json of a trusted folder.
import type { McpServer } from "@parley/acp";
import { ParleyError, isObject, type JsonObject } from "@parley/base";
import { join } from "node:path";
import { readConfigField } from "../config/config-file.ts";
import { nameOf } from "../mcp/names.ts";

export interface FindMcpServersOptions {
  readonly parleyHome: string;
  readonly cwd: string;
  readonly isTrusted: boolean;
  /** Servers named by the client. */
  readonly given: readonly McpServer[];
}

export interface FoundServers {
  /** Names are unique: the client overrides the folder, the folder overrides the user. */
  readonly servers: readonly McpServer[];
  readonly problems: readonly string[];
}

export async function findMcpServers({
  parleyHome,
  cwd,
  isTrusted,
  given,
}: FindMcpServersOptions): Promise<FoundServers> {
  const problems: string[] = [];
  const byName = new Map<string, McpServer>();
  const paths = [join(parleyHome, "config.json"), ...(isTrusted ? [join(cwd, ".parley", "config.json")] : [])];
  for (const path of paths) {
    for (const server of await readServers(path, problems)) byName.set(nameOf(server), server);
  }
  for (const server of given) byName.set(nameOf(server), server);
  return { servers: [...byName.values()], problems };
}

/** `mcpServers` in the usual form: an object by name, each with `command` and `args`, or with `url`. */
async function readServers(path: string, problems: string[]): Promise<McpServer[]> {
  const listed = await readField(path, problems);
  if (listed === undefined) return [];
  if (!isObject(listed)) {
    problems.push(`${path}: mcpServers: expected an object with one entry per server`);
    return [];
  }
  return Object.entries(listed).flatMap(([name, raw]) => {
    const server = isObject(raw) ? toServer(name, raw) : undefined;
    if (server === undefined) problems.push(`${path}: mcpServers.${name}: expected "command" or "url"`);
    return server === undefined ? [] : [server];
  });
}

/** A file that cannot be read is reported, and its servers are skipped. */
async function readField(path: string, problems: string[]): Promise<unknown> {
  try {
    return await readConfigField(path, "mcpServers");
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    problems.push(error.message);
    return undefined;
  }
}

function toServer(name: string, raw: JsonObject): McpServer | undefined {
  const { command, url, type } = raw;
  if (typeof command === "string") {
    const args = Array.isArray(raw["args"]) ? raw["args"].filter((arg) => typeof arg === "string") : [];
    return { name, command, args, env: toPairs(raw["env"]) };
  }
  if (typeof url !== "string") return undefined;
  return { type: type === "sse" ? "sse" : "http", name, url, headers: toPairs(raw["headers"]) };
}

function toPairs(raw: unknown): { name: string; value: string }[] {
  if (!isObject(raw)) return [];
  return Object.entries(raw).flatMap(([name, value]) => (typeof value === "string" ? [{ name, value }] : []));
}
