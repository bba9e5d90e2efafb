// Reads MCP servers from a JSON file in the usual format: `{"mcpServers": {"name": {"command": …} | {"url": …}}}`.
import type { McpServer } from "@parley/acp";
import { ParleyError, parseJson, isObject } from "@parley/base";
import { readFile } from "node:fs/promises";

export async function readMcpServers(path: string): Promise<readonly McpServer[]> {
  const file = await readJson(path);
  const servers = isObject(file) ? file["mcpServers"] : undefined;
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

async function readJson(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw bad(path, "it cannot be read", cause);
  }
  try {
    return parseJson(text);
  } catch (cause) {
    throw bad(path, `it is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
}

function bad(path: string, why: string, cause?: unknown): ParleyError {
  return new ParleyError({ code: "usage", message: `The MCP servers in ${path}: ${why}`, cause });
}
