// The first request of a connection: announces the client and that it reads events, and checks the server's protocol.
import { PROTOCOL_VERSION } from "@parley/acp";
import { isObject, ParleyError, SERVER_PROTOCOL, VERSION } from "@parley/base";
import type { Peer } from "@parley/rpc";
import { CONNECT_MS } from "../limits.ts";
import { ConnectFailure, toReason } from "./failure.ts";
import type { ServerInfo } from "./state.ts";

/** The client's name, for the log and to name who answered a question: `vscode`, `web`, `terminal`. */
export interface ClientName {
  readonly name: string;
  readonly version?: string | undefined;
}

/** Rejects with a ConnectFailure. */
export async function shakeHands(
  peer: Peer,
  { name, version = VERSION }: ClientName,
  clientCapabilities: object = {},
): Promise<ServerInfo> {
  const params = {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities,
    clientInfo: { name, version },
    _meta: { parley: { events: true, version: VERSION, protocol: SERVER_PROTOCOL } },
  };
  let answer: unknown;
  try {
    answer = await peer.request("initialize", params, { timeoutMs: CONNECT_MS });
  } catch (error) {
    throw new ConnectFailure("server_gone", toReason(error));
  }
  const server = readServer(answer);
  if (server.protocol !== SERVER_PROTOCOL) throw new ConnectFailure("other_version", otherVersion(server), server);
  return server;
}

function readServer(answer: unknown): ServerInfo {
  const meta = field(answer, "_meta");
  const { version, protocol, instance } = asFields(field(meta, "parley"));
  const info = asFields(field(answer, "agentInfo"));
  const shown =
    typeof version === "string" ? version : typeof info["version"] === "string" ? info["version"] : "unknown";
  return {
    version: shown,
    protocol: typeof protocol === "number" ? protocol : undefined,
    ...(typeof instance === "string" && { instance }),
  };
}

function otherVersion({ version, protocol }: ServerInfo): ParleyError {
  const isOlder = protocol === undefined || protocol < SERVER_PROTOCOL;
  const message =
    `The server has version ${version} (protocol ${protocol ?? "none"}), this client has ${VERSION} (protocol ${SERVER_PROTOCOL}). ` +
    (isOlder ? "Restart the server with this version" : "Update this client");
  return new ParleyError({ code: "connection_failed", message });
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
