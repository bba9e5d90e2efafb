// Starts all MCP servers of a session without waiting for them. Light: the MCP client is loaded with the first server.
import { settlesWithin } from "@parley/base";
import { defaultMcpLimits, type McpLimits } from "../mcp-limits.ts";
import type { McpServers, McpServersOptions } from "./mcp-servers.ts";
import { nameOf, toServerSlugs } from "./names.ts";
import { ServerLink } from "./server-link.ts";

export interface CreateMcpServersOptions extends McpServersOptions {
  /** The folders of the session, for servers that ask (default: the working folder). */
  readonly roots?: readonly string[] | undefined;
  readonly limits?: Partial<McpLimits> | undefined;
}

export function createMcpServers(options: CreateMcpServersOptions): McpServers {
  const { servers, roots = [options.cwd] } = options;
  const limits = { ...defaultMcpLimits, ...options.limits };
  const slugs = toServerSlugs(servers.map(nameOf));
  const links = servers.map((server, index) => {
    return new ServerLink({ ...options, server, slug: slugs[index] ?? `server_${index + 1}`, roots, limits });
  });
  return {
    get tools() {
      return links.flatMap(({ tools }) => tools);
    },
    get commands() {
      return links.flatMap(({ commands }) => commands);
    },
    get status() {
      return links.map(({ status }) => status);
    },
    async settled(budgetMs, signal) {
      await settlesWithin(Promise.all(links.map(({ settled }) => settled)), budgetMs, { signal });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(links.map((link) => link.close()));
    },
  };
}
