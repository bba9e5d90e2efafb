// Reads how Parley is registered with the sign-in servers of remote MCP servers: `clientId`, `clientSecret`, `callbackPort`.
import { isObject } from "@parley/base";

export interface OAuthClient {
  readonly id: string;
  /** Name of the variable that has its secret. */
  readonly secretVariable?: string | undefined;
  /** Port of the registered redirect address on this machine. */
  readonly callbackPort?: number | undefined;
}

export interface ParsedClients {
  readonly clients: ReadonlyMap<string, OAuthClient>;
  /** `mcpServers.name: …`. */
  readonly problems: readonly string[];
}

const VARIABLE = /^\$\{(\w+)\}$/;
const PORT_MAX = 65_535;

/** The value of `mcpServers`. */
export function parseOAuthClients(listed: unknown): ParsedClients {
  const clients = new Map<string, OAuthClient>();
  const problems: string[] = [];
  for (const [name, raw] of Object.entries(isObject(listed) ? listed : {})) {
    const client = isObject(raw) ? toClient(raw) : undefined;
    if (typeof client === "string") problems.push(`mcpServers.${name}: ${client}`);
    else if (client !== undefined) clients.set(name, client);
  }
  return { clients, problems };
}

/** Variable references are kept, because an unset variable matters only when signing in. */
export function withoutClients(listed: unknown): unknown {
  if (!isObject(listed)) return listed;
  const entries = Object.entries(listed).map(([name, raw]) => {
    if (!isObject(raw)) return [name, raw];
    const { clientId: _id, clientSecret: _secret, callbackPort: _port, ...server } = raw;
    return [name, server];
  });
  return Object.fromEntries(entries) as unknown;
}

/** A text describes the mistake; undefined if no client is named. */
function toClient({
  url,
  clientId,
  clientSecret,
  callbackPort,
}: Readonly<Record<string, unknown>>): OAuthClient | string | undefined {
  if (clientId === undefined && clientSecret === undefined && callbackPort === undefined) return undefined;
  if (typeof url !== "string") return "clientId: only for remote servers, with url";
  if (typeof clientId !== "string" || clientId.trim() === "")
    return "clientId: expected the id that Parley is registered with";
  const secret = typeof clientSecret === "string" ? VARIABLE.exec(clientSecret)?.[1] : undefined;
  if (clientSecret !== undefined && secret === undefined) {
    return "clientSecret: expected a variable, such as ${NAME}; a secret does not belong in this file";
  }
  const isPort =
    callbackPort === undefined ||
    (Number.isInteger(callbackPort) && Number(callbackPort) > 0 && Number(callbackPort) <= PORT_MAX);
  if (!isPort) return `callbackPort: expected a number from 1 to ${PORT_MAX}`;
  return {
    id: clientId,
    ...(secret !== undefined && { secretVariable: secret }),
    ...(callbackPort !== undefined && { callbackPort: Number(callbackPort) }),
  };
}
