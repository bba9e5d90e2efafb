// Fills the values of secrets into the MCP servers for an agent. The stored session has only their names.
import { isUnknown, type McpServer } from "@parley/acp";
import type { Variables } from "../api/given-launch.ts";

export const SECRET_NAME: RegExp = /^[A-Za-z0-9_][\w.-]*$/;
const REFERENCE = /\$\{secret:([A-Za-z0-9_][\w.-]*)\}/g;

export interface FilledServers {
  readonly servers: readonly McpServer[];
  /** A server whose secret is not known is left out, because it would only fail in the agent. */
  readonly problems: readonly string[];
}

/** In environments and headers, whose values no trace shows. */
export function fillSecrets(servers: readonly McpServer[], secrets: Variables): FilledServers {
  const filled: McpServer[] = [];
  const problems: string[] = [];
  for (const server of servers) {
    const missing = new Set<string>();
    const fill = (pairs: readonly Pair[]): Pair[] =>
      pairs.map((pair) => ({ ...pair, value: fillText(pair.value, secrets, missing) }));
    const whole = fillServer(server, fill);
    if (missing.size === 0) filled.push(whole);
    else problems.push(describeMissing(server, [...missing]));
  }
  return { servers: filled, problems };
}

interface Pair {
  name: string;
  value: string;
}

function fillServer(server: McpServer, fill: (pairs: readonly Pair[]) => Pair[]): McpServer {
  if (isUnknown(server)) return server;
  if (server.type === "http" || server.type === "sse") return { ...server, headers: fill(server.headers) };
  return "env" in server ? { ...server, env: fill(server.env) } : server;
}

function fillText(text: string, secrets: Variables, missing: Set<string>): string {
  return text.replaceAll(REFERENCE, (whole, name: string) => {
    const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (value === undefined) missing.add(name);
    return value ?? whole;
  });
}

function describeMissing(server: McpServer, missing: readonly string[]): string {
  const name = isUnknown(server) ? "of an unknown type" : server.name;
  const secrets = missing.map((secret) => `\${secret:${secret}}`).join(", ");
  return `The MCP server ${name} was skipped: this server does not have ${secrets}. Open the session in the editor that has the secret`;
}
