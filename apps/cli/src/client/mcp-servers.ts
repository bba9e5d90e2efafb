// Reads MCP servers from a JSON file in the usual format: `{"mcpServers": {"name": {"command": …} | {"url": …}}}`.
import type { McpServer } from "@parley/acp";
import { ParleyError, isObject, type JsonObject } from "@parley/base";
import { parseUserObject, readUserText } from "@parley/home/user-files";

export async function readMcpServers(path: string): Promise<readonly McpServer[]> {
  const { mcpServers: servers } = await readObject(path);
  if (!isObject(servers)) throw bad(path, 'expected an object "mcpServers" with servers by name');
  return Object.entries(servers).map(([name, server]) => toServer(path, name, server));
}

function toServer(path: string, name: string, server: unknown): McpServer {
  const fail = (what: string): ParleyError => bad(path, `mcpServers.${name}: ${what}`);
  if (!isObject(server)) throw fail("expected an object");
  const { command, args = [], env = {}, url, headers = {}, type = "http" } = server;
  if (typeof command === "string") {
    if (!Array.isArray(args) || !args.every((arg) => typeof arg === "string"))
      throw fail("args: expected a list of strings");
    return { name, command, args, env: toPairs(env, () => fail("env: expected an object of strings")) };
  }
  if (typeof url !== "string") throw fail("expected a command or a url");
  if (type !== "http" && type !== "sse") throw fail('type: expected "http" or "sse"');
  return { type, name, url, headers: toPairs(headers, () => fail("headers: expected an object of strings")) };
}

function toPairs(record: unknown, fail: () => ParleyError): { name: string; value: string }[] {
  if (!isObject(record)) throw fail();
  return Object.entries(record).map(([name, value]) => {
    if (typeof value !== "string") throw fail();
    return { name, value };
  });
}

/** The file was named on the command line, so that a mistake in it is one of usage. */
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
