// The checks that every request and WebSocket passes: target, host, origin, server state, caller and rate.
import { networkOf } from "@parley/base";
import type { IncomingMessage } from "node:http";
import { readSecret, type Credentials } from "../auth/credentials.ts";
import { UNSURE } from "../auth/key-ring.ts";
import type { IsAllowedHost } from "../auth/hosts.ts";
import type { JudgeOrigin } from "../auth/origins.ts";
import { OPEN_PATHS } from "../auth/scope-table.ts";
import { RETRY_AFTER_SECONDS, type ServerLimits } from "../limits.ts";
import { pathOf } from "../http/admission.ts";
import type { Caller } from "../http/dialect.ts";
import { createRateLimit } from "./rate-limit.ts";
import { tooLargeBody, type Refusal } from "../http/refusal.ts";
import { findRepeatedHeader } from "./single-headers.ts";

export interface GateOptions {
  readonly isAllowedHost: IsAllowedHost;
  readonly judgeOrigin: JudgeOrigin;
  readonly credentials: Credentials;
  readonly limits: ServerLimits;
  readonly draining: AbortSignal;
}

export interface Gate {
  /** Checks that need no caller. */
  inspect(incoming: IncomingMessage): Refusal | undefined;
  /** Authenticates the request. */
  admit(incoming: IncomingMessage): { readonly caller: Caller } | { readonly refusal: Refusal };
  /** The refusal for a wrong key. */
  refuseUnknown(incoming: IncomingMessage): Refusal;
}

/** A caller without a key, on paths that require none. */
export const ANYBODY: Caller = { name: "anybody", scopes: new Set(["read"]) };

export function createGate({ isAllowedHost, judgeOrigin, credentials, limits, draining }: GateOptions): Gate {
  const { bucketsMax } = limits;
  const requests = createRateLimit({
    perSecond: limits.requestsPerSecond,
    burst: limits.requestsBurst,
    bucketsMax,
    now: monotonicMs,
  });
  const refusals = createRateLimit({
    perSecond: limits.refusalsPerSecond,
    burst: limits.refusalsBurst,
    bucketsMax,
    now: monotonicMs,
  });

  function inspect(incoming: IncomingMessage): Refusal | undefined {
    const { url = "", headers } = incoming;
    if (!url.startsWith("/")) return BAD_TARGET;
    if (url.length > limits.urlBytesMax) return tooLongUrl(limits.urlBytesMax);
    const repeated = findRepeatedHeader(incoming.rawHeaders);
    if (repeated !== undefined) return repeatedHeader(repeated);
    if (headers.host === undefined) return NO_HOST;
    if (!isAllowedHost(incoming)) return wrongHost(headers.host);
    if (judgeOrigin(headers) === "refused") return wrongOrigin(headers.origin);
    if (Number(headers["content-length"] ?? 0) > limits.bodyBytesMax) return tooLargeBody(limits.bodyBytesMax);
    return draining.aborted && !isReadOnly(incoming) ? DRAINING : undefined;
  }

  function admit(incoming: IncomingMessage): { readonly caller: Caller } | { readonly refusal: Refusal } {
    const caller = credentials(incoming.headers);
    if (caller === UNSURE) return { refusal: KEYS_UNSURE };
    if (caller !== undefined) {
      const waitSeconds = requests.take(caller.name);
      return waitSeconds === undefined ? { caller } : { refusal: tooMany(waitSeconds) };
    }
    if (!isReadOnly(incoming) || !OPEN_PATHS.has(pathOf(incoming))) return { refusal: refuseUnknown(incoming) };
    const waitSeconds = requests.take(`from ${senderOf(incoming)}`);
    return waitSeconds === undefined ? { caller: ANYBODY } : { refusal: tooMany(waitSeconds) };
  }

  function refuseUnknown(incoming: IncomingMessage): Refusal {
    const waitSeconds = refusals.take(senderOf(incoming));
    if (waitSeconds !== undefined) return tooMany(waitSeconds);
    return readSecret(incoming.headers) ? BAD_TOKEN : NO_TOKEN;
  }

  return { inspect, admit, refuseUnknown };
}

/** An IPv6 client usually has 2^64 addresses, which count as one. */
function senderOf({ socket: { remoteAddress } }: IncomingMessage): string {
  return remoteAddress === undefined ? "nowhere" : networkOf(remoteAddress);
}

function monotonicMs(): number {
  return performance.now();
}

/** The request only reads. A WebSocket can do more. */
function isReadOnly({ method, headers }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && headers.upgrade === undefined;
}

const BAD_TARGET: Refusal = {
  status: 400,
  code: "bad_request",
  message: "The request target must be a path that starts with a slash.",
  isLast: true,
};

const NO_HOST: Refusal = {
  status: 400,
  code: "bad_request",
  message: "The header Host is missing. HTTP/1.1 requires it.",
  isLast: true,
};

function repeatedHeader(name: string): Refusal {
  const message = `The header ${name} was sent more than once. Send it once.`;
  return { status: 400, code: "bad_request", message, isLast: true };
}

const NO_TOKEN = unauthorized(
  "A token is required: send it as `Authorization: Bearer TOKEN` or `X-Secret-Key: TOKEN`. It is",
);
const BAD_TOKEN = unauthorized("The token is not valid. The current one is");

function unauthorized(what: string): Refusal {
  const message = `${what} in ~/.parley/token, or in the file \`token\` of your PARLEY_HOME.`;
  return { status: 401, code: "unauthorized", message, headers: { "WWW-Authenticate": 'Bearer realm="parley"' } };
}

export const KEYS_UNSURE: Refusal = {
  status: 503,
  code: "keys_unsure",
  message: "The server cannot reach its database, so it cannot check whether your key was revoked. Try again.",
  headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
};

const DRAINING: Refusal = {
  status: 503,
  code: "server_draining",
  message: "The server is shutting down and accepts no new requests. Try again after it has restarted.",
  headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
};

function tooMany(waitSeconds: number): Refusal {
  const message = `Too many requests. Try again in ${waitSeconds} s.`;
  return { status: 429, code: "too_many_requests", message, headers: { "Retry-After": String(waitSeconds) } };
}

function tooLongUrl(bytesMax: number): Refusal {
  return { status: 414, code: "url_too_long", message: `The URL is longer than ${bytesMax} bytes.` };
}

function wrongHost(host = ""): Refusal {
  const message = `Host ${JSON.stringify(host)} is not allowed. Start the server with --allow-host to add a name.`;
  return { status: 421, code: "host_not_allowed", message, isLast: true };
}

function wrongOrigin(origin = ""): Refusal {
  const message = `Origin ${JSON.stringify(origin)} is not allowed. Start the server with --allow-origin to add one.`;
  return { status: 403, code: "origin_not_allowed", message };
}
