// The reason of a failed connection: no server, a wrong token, another version, or a temporary failure.
import { ParleyError } from "@parley/base";
import { refusedStatusOf } from "@parley/rpc";
import { PROBE_MS } from "../limits.ts";
import type { ServerInfo } from "./state.ts";

export type FailureKind = "server_gone" | "wrong_token" | "other_version" | "busy";

export class ConnectFailure extends Error {
  readonly kind: FailureKind;
  readonly reason: ParleyError;
  readonly server: ServerInfo | undefined;

  constructor(kind: FailureKind, reason: ParleyError, server?: ServerInfo) {
    super(reason.message);
    this.kind = kind;
    this.reason = reason;
    this.server = server;
  }
}

/** A browser does not say why a WebSocket failed, so the server is asked by an ordinary request. */
export async function toFailure(error: unknown, base: string, token: string | undefined): Promise<ConnectFailure> {
  const reason = toReason(error);
  // Loaded here, because a hub in the same process needs no network.
  const { SENDS_HEADERS } = await import("@parley/rpc/websocket");
  const status = SENDS_HEADERS ? refusedStatusOf(error) : await probe(base, token);
  if (status === undefined) return new ConnectFailure("server_gone", reason);
  if (status === 401 || status === 403) return new ConnectFailure("wrong_token", wrongToken(base, status, reason));
  return new ConnectFailure("busy", reason);
}

export function toReason(error: unknown): ParleyError {
  if (error instanceof ParleyError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ParleyError({ code: "connection_failed", message, cause: error });
}

async function probe(base: string, token: string | undefined): Promise<number | undefined> {
  try {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const { status } = await fetch(`${base}/ready`, { headers, signal: AbortSignal.timeout(PROBE_MS) });
    return status;
  } catch {
    return undefined; // No answer, which is the result.
  }
}

function wrongToken(base: string, status: number, cause: ParleyError): ParleyError {
  const message =
    status === 401
      ? `${base} rejected the token (HTTP 401). It is in the file "token" of the server's PARLEY_HOME`
      : `${base} does not allow this connection (HTTP 403): the key has no scope, or the page's origin is not allowed`;
  return new ParleyError({ code: "sign_in_needed", message, cause });
}
