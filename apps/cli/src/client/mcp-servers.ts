// Reads MCP servers from a JSON file that was named on the command line: `{"mcpServers": {"name": {"command": …} | {"url": …}}}`.
import type { McpServer } from "@parley/acp";
import { ParleyError, type JsonObject } from "@parley/base";
import { parseMcpServers } from "@parley/home/mcp-servers";
import { parseUserObject, readUserText } from "@parley/home/user-files";

export async function readMcpServers(path: string): Promise<readonly McpServer[]> {
  const { servers, problems } = parseMcpServers((await readObject(path))["mcpServers"]);
  if (problems.length > 0) throw bad(path, problems.join("; "));
  return servers;
}

/** The file was named on the command line, so a mistake in it is a usage error. */
async function readObject(path: string): Promise<JsonObject> {
  try {
    const text = await readUserText(path);
    if (text !== undefined) return parseUserObject(path, text);
  } catch (cause) {
    throw new ParleyError({ code: "usage", message: `--mcp: ${(cause as Error).message}`, cause });
  }
  throw bad(path, "the file was not found");
}

function bad(path: string, why: string): ParleyError {
  return new ParleyError({ code: "usage", message: `The MCP servers in ${path}: ${why}` });
}
