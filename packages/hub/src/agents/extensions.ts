// MCP servers that are bound to an agent or a slot: named, merged, replaced.
import { isUnknown, type McpServer } from "@parley/acp";

/** Undefined for an unknown kind of server without a name. */
export function nameOfServer(server: McpServer): string | undefined {
  const fields: { readonly name?: unknown } = isUnknown(server) ? asFields(server.raw) : server;
  return typeof fields.name === "string" && fields.name.trim() !== "" ? fields.name : undefined;
}

/** Servers of both lists; `over` wins where the names are the same. */
export function mergeExtensions(under: readonly McpServer[], over: readonly McpServer[]): readonly McpServer[] {
  if (under.length === 0) return over;
  const names = new Set(over.map(nameOfServer));
  return [...under.filter((server) => !names.has(nameOfServer(server))), ...over];
}

export function withoutExtension(servers: readonly McpServer[], name: string): readonly McpServer[] {
  return servers.filter((server) => nameOfServer(server) !== name);
}

function asFields(raw: unknown): { readonly name?: unknown } {
  return typeof raw === "object" && raw !== null ? raw : {};
}
