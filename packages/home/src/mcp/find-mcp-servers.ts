// The MCP servers of a session: from the client, the user's config.json, and the files of a trusted folder.
import type { McpServer } from "@parley/acp";
import { asInvoked } from "@parley/base";
import type { OAuthClient } from "./parse-oauth-clients.ts";
import { readMcpSources, type McpSourcesOptions } from "./mcp-sources.ts";

export interface FindMcpServersOptions extends McpSourcesOptions {
  /** Servers named by the client. */
  readonly given: readonly McpServer[];
}

export interface FoundServers {
  /** Names are unique: the client overrides the folder, the folder overrides the user. */
  readonly servers: readonly McpServer[];
  /** For the user: mistakes in files, and ignored files. */
  readonly problems: readonly string[];
  /** By server name: the client that was manually registered for it. */
  readonly clients: ReadonlyMap<string, OAuthClient>;
}

export async function findMcpServers({ given, ...options }: FindMcpServersOptions): Promise<FoundServers> {
  const problems: string[] = [];
  const byName = new Map<string, McpServer>();
  const clients = new Map<string, OAuthClient>();
  for (const source of await readMcpSources(options)) {
    if (source.isUsed) problems.push(...source.problems);
    else if (source.servers.length > 0) problems.push(notTrusted(source.path));
    for (const server of source.isUsed ? source.servers : []) {
      const name = nameOf(server);
      const client = source.clients.get(name);
      byName.set(name, server);
      if (client === undefined) clients.delete(name);
      else clients.set(name, client);
    }
  }
  for (const server of given) byName.set(nameOf(server), server);
  return { servers: [...byName.values()], problems, clients };
}

function notTrusted(path: string): string {
  return asInvoked(
    `The MCP servers in ${path} are not used, because the folder is not trusted. To use them: parley trust add`,
  );
}

/** A server of an unknown type may have no name. */
function nameOf(server: McpServer): string {
  return "name" in server && typeof server.name === "string" ? server.name : "";
}
