// The server's address, and how the token is sent: in a header, or in a browser as a subprotocol.
import { ParleyError } from "@parley/base";
import type { Transport } from "@parley/rpc";
import { CONNECT_MS } from "../limits.ts";
import { toFailure } from "./failure.ts";

export interface ServerAddress {
  /** `http://127.0.0.1:4717`, also with ws, wss or https. */
  readonly url: string;
  /** Without one, a browser sends the cookie of the server's page. */
  readonly token?: string | undefined;
}

/** The protocol for the server to select. Without it, the server would have to repeat the token. */
const PROTOCOL = "parley.acp";
const TOKEN_PROTOCOL = "parley.token.";

/** Rejects with a ConnectFailure. */
export async function openSocket(address: ServerAddress, signal: AbortSignal): Promise<Transport> {
  const base = toBaseUrl(address.url);
  const { token } = address;
  // Loaded here, because a hub in the same process needs no network.
  const { connectWebSocket, SENDS_HEADERS } = await import("@parley/rpc/websocket");
  const byHeader = token !== undefined && SENDS_HEADERS ? { headers: { authorization: `Bearer ${token}` } } : {};
  const byProtocol =
    token !== undefined && !SENDS_HEADERS ? { protocols: [PROTOCOL, `${TOKEN_PROTOCOL}${token}`] } : {};
  try {
    return await connectWebSocket(`${base.replace(/^http/, "ws")}/acp`, {
      ...byHeader,
      ...byProtocol,
      signal,
      connectTimeoutMs: CONNECT_MS,
      // Our own heartbeat is faster, and works in browsers.
      pingIntervalMs: 0,
    });
  } catch (error) {
    throw await toFailure(error, base, token);
  }
}

/** Throws `bad_input`. */
export function toBaseUrl(url: string): string {
  const plain = url.replace(/^ws/i, "http").replace(/\/+$/, "");
  let parsed: URL | undefined;
  try {
    parsed = new URL(plain);
  } catch {
    // Not a URL at all.
  }
  if (parsed !== undefined && /^https?:$/.test(parsed.protocol)) return plain;
  const message = `url: ${JSON.stringify(url)} is not a server URL. It looks like http://127.0.0.1:4717`;
  throw new ParleyError({ code: "bad_input", message });
}
