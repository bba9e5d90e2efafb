// Turns a failed connection into an error message that says what to do.
import { networkCodeOf, ParleyError } from "@parley/base";

const UNNAMED = "the given address";

/** The address without its possibly secret parts: credentials and query. */
export function toPlace(url: string | URL): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    // `user:password@host` is a URL whose path is the password.
    return host === "" ? UNNAMED : `${protocol}//${host}${pathname}`;
  } catch {
    return UNNAMED; // Without parsing it, its secret parts are unknown.
  }
}

export function failedToConnect(place: string, cause: unknown): ParleyError {
  if (cause instanceof ParleyError) return cause;
  return new ParleyError({ code: "connection_failed", message: describeCause(place, cause), cause });
}

export function timedOut(place: string, timeoutMs: number): ParleyError {
  const message = `${place} did not answer within ${timeoutMs} ms: check the address, or that the server is not overloaded`;
  return new ParleyError({ code: "connection_failed", message });
}

export function refusedWithStatus(place: string, status: number): ParleyError {
  const cause = new RefusedStatus(status);
  return new ParleyError({ code: "connection_failed", message: describeStatus(place, status), cause });
}

/** The HTTP status with which a server refused a connection; undefined if it failed otherwise. */
export function refusedStatusOf(error: unknown): number | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof RefusedStatus ? cause.status : undefined;
}

class RefusedStatus extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

function describeCause(place: string, cause: unknown): string {
  const code = networkCodeOf(cause) ?? "";
  switch (code) {
    case "ECONNREFUSED":
      return `Nothing is listening at ${place}: is the server running, and is the port right?`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The host of ${place} was not found: check its name and the network`;
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
      return `${place} cannot be reached: check the address and the network`;
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return `The other side broke off the connection to ${place}`;
    default:
      if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code)) {
        return `The certificate of ${place} is not trusted (${code})`;
      }
      return `Connecting to ${place} failed: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

function describeStatus(place: string, status: number): string {
  if (status === 401) return `${place} asks for credentials (HTTP 401): give a token, or sign in again`;
  if (status === 403) return `${place} does not accept these credentials (HTTP 403)`;
  if (status === 404) return `No endpoint found at ${place} (HTTP 404): check the path`;
  if (status === 410) return `What was at ${place} is gone (HTTP 410)`;
  if (status === 429 || status === 503) return `${place} is too busy (HTTP ${status}): try again later`;
  if (status >= 300 && status < 400) return `${place} has moved (HTTP ${status}): use the new address`;
  if (status >= 500) return `The server at ${place} failed (HTTP ${status}): its log says why`;
  return `${place} refused the connection (HTTP ${status})`;
}
