// Finds a remote MCP server by its name in the user's files, for signing in and out.
import { isUnknown, type McpServerHttp, type McpServerSse } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { findMcpServers, type OAuthClient } from "@parley/home/mcp-servers";
import { openRulesFile } from "@parley/home/rules";
import type { CommandContext } from "../../command.ts";

export interface RemoteServer {
  readonly server: McpServerHttp | McpServerSse;
  /** The client that was manually registered for it. */
  readonly client: OAuthClient | undefined;
}

/** Rejects with `usage` if it is unknown or a program. */
export async function findRemote(
  name: string,
  { home, cwd }: Pick<CommandContext, "home" | "cwd">,
): Promise<RemoteServer> {
  const isTrusted = await openRulesFile(home).isTrusted(cwd);
  const { servers, clients } = await findMcpServers({ parleyHome: home, cwd, isTrusted, given: [] });
  const server = servers.find((one) => !isUnknown(one) && one.name === name);
  if (server === undefined || isUnknown(server)) {
    throw usage(`NAME is ${JSON.stringify(name)}, but no MCP server in use here has that name`);
  }
  if ("url" in server) return { server, client: clients.get(name) };
  throw usage(`The MCP server ${JSON.stringify(name)} is a local program and handles its own sign-in`);
}

function usage(message: string): ParleyError {
  return new ParleyError({ code: "usage", message, remedy: { label: "List the servers", command: "parley mcp list" } });
}
