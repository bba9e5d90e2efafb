// Finds the caller of a request: by a bearer token, a key in a header, a WebSocket subprotocol or the cookie.
import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../http/dialect.ts";
import type { Cookies } from "./cookie.ts";
import type { KeyRing, UNSURE } from "./key-ring.ts";

/** A browser cannot set headers on a WebSocket, but it can offer protocols. */
const TOKEN_PROTOCOL = "parley.token.";

export type Credentials = (headers: IncomingHttpHeaders) => Caller | typeof UNSURE | undefined;

/** `findAgent` finds the session that an agent's own token is for. */
export function createCredentials(
  keys: KeyRing,
  cookies: Cookies,
  findAgent: (token: string) => string | undefined,
): Credentials {
  return (headers) => {
    const secret = readSecret(headers);
    // A key in a header takes precedence over the cookie.
    if (secret !== undefined) return keys.find(secret) ?? toAgent(findAgent(secret));
    const { cookie } = headers;
    return cookie !== undefined && isOwnPage(headers) ? cookies.find(cookie) : undefined;
  };
}

function toAgent(session: string | undefined): Caller | undefined {
  return session === undefined ? undefined : { name: `agent of ${session}`, scopes: new Set(), session };
}

/** Undefined if the request brings no key of its own; empty if it brings something else. */
export function readSecret(headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) {
    const [, bearer] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
    return bearer ?? "";
  }
  const key = headers["x-secret-key"];
  if (typeof key === "string") return key;
  return offeredProtocols(headers)
    .find((protocol) => protocol.startsWith(TOKEN_PROTOCOL))
    ?.slice(TOKEN_PROTOCOL.length);
}

/** Browsers add the cookie to requests from any page, and report the page's origin. */
function isOwnPage(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

function offeredProtocols(headers: IncomingHttpHeaders): string[] {
  const offered = headers["sec-websocket-protocol"];
  return offered === undefined ? [] : offered.split(",").map((protocol) => protocol.trim());
}

/**
 * A client that offers protocols expects one of them back: the one it speaks, not its secret, unless it offered only
 * that. The WebSocket server selects the first one.
 */
export function hideTokenProtocol(headers: IncomingHttpHeaders): void {
  const offered = offeredProtocols(headers);
  const spoken = offered.filter((protocol) => !protocol.startsWith(TOKEN_PROTOCOL));
  if (spoken.length > 0 && spoken.length < offered.length) headers["sec-websocket-protocol"] = spoken.join(", ");
}
