// Finds a remote MCP server by the name that it has in the user's files, for signing in and out.
import { isUnknown, type McpServerHttp, type McpServerSse } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { findMcpServers } from "@parley/home/mcp-servers";
import { openRulesFile } from "@parley/home/rules";
import type { CommandContext } from "../../command.ts";

/** Rejects with `usage` if there is none, or if it is a program. */
export async function findRemote(
  name: string,
  { home, cwd }: Pick<CommandContext, "home" | "cwd">,
): Promise<McpServerHttp | McpServerSse> {
  const isTrusted = await openRulesFile(home).isTrusted(cwd);
  const { servers } = await findMcpServers({ parleyHome: home, cwd, isTrusted, given: [] });
  const server = servers.find((one) => !isUnknown(one) && one.name === name);
  if (server === undefined || isUnknown(server)) {
    throw usage(`NAME is ${JSON.stringify(name)}, but no MCP server that is used here has that name`);
  }
  if ("url" in server) return server;
  throw usage(`The MCP server ${JSON.stringify(name)} is a program on this machine, which signs in itself`);
}

function usage(message: string): ParleyError {
  return new ParleyError({ code: "usage", message, remedy: { label: "List the servers", command: "parley mcp list" } });
}
