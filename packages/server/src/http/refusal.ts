// The server's response to a refused request: a status and a sentence, in JSON.
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import { LINGER_MS } from "../limits.ts";

/** Codes of the HTTP layer; refusals by the hub have the codes of `ParleyError`. */
type RefusalCode =
  | "bad_request"
  | "body_too_large"
  | "expectation_failed"
  | "forbidden"
  | "headers_too_large"
  | "host_not_allowed"
  | "internal"
  | "keys_unsure"
  | "not_found"
  | "origin_not_allowed"
  | "request_timeout"
  | "server_busy"
  | "server_draining"
  | "too_many_bytes"
  | "too_many_connections"
  | "too_many_requests"
  | "unauthorized"
  | "url_too_long";

export interface Refusal {
  readonly status: number;
  readonly code: RefusalCode;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further data on the connection cannot be trusted or is not needed. */
  readonly isLast?: boolean | undefined;
}

/** Refusals of a body: too large (413), too much from this caller at once (429), too much for the server at once (503). */
const BODY_REFUSAL_CODES = ["body_too_large", "too_many_bytes", "server_busy"] as const satisfies RefusalCode[];

export interface BodyRefusal extends Pick<Refusal, "status" | "message"> {
  readonly code: (typeof BODY_REFUSAL_CODES)[number];
}

export function isBodyRefusal(refusal: Pick<Refusal, keyof BodyRefusal>): refusal is BodyRefusal {
  return (BODY_REFUSAL_CODES as readonly RefusalCode[]).includes(refusal.code);
}

export const UNKNOWN_EXPECTATION: Refusal = {
  status: 417,
  code: "expectation_failed",
  message: "The header Expect must be 100-continue. Send that or omit it.",
  isLast: true,
};

export function tooLargeBody(bytesMax: number): Refusal {
  const message = `The body is larger than ${bytesMax} bytes.`;
  return { status: 413, code: "body_too_large", message, isLast: true };
}

export function internalFailure(requestId: string): Refusal {
  const message = `Internal server error. See request ${requestId} in the server's log.`;
  return { status: 500, code: "internal", message, isLast: true };
}

function refusalBody({ code, message }: Refusal, requestId?: string): string {
  return JSON.stringify({ code, message, requestId });
}

/** `given` is a body in another format than the server's own. */
export function sendRefusal(outgoing: ServerResponse, refusal: Refusal, requestId: string, given?: string): void {
  const body = Buffer.from(given ?? refusalBody(refusal, requestId));
  const isLast = refusal.isLast === true || isSending(outgoing.req);
  outgoing.writeHead(refusal.status, {
    ...refusal.headers,
    ...(isLast && { Connection: "close" }),
    "Content-Type": "application/json",
    "Content-Length": body.length,
  });
  if (outgoing.req.method === "HEAD") outgoing.end();
  else if (isLast) endLater(outgoing, body);
  else outgoing.end(body);
}

/** The body has not arrived yet and is not needed, and may take any time. */
function isSending({ complete, headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return !complete && (headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0"));
}

/**
 * Closing a connection while its client still sends would reset it and might lose the response, so input is discarded
 * for a while.
 */
function endLater(outgoing: ServerResponse, body: Buffer): void {
  const { req: incoming } = outgoing;
  outgoing.write(body);
  const timer = setTimeout(() => outgoing.end(), LINGER_MS);
  const end = (): void => {
    clearTimeout(timer);
    outgoing.end();
  };
  incoming.once("end", end).once("close", end).resume();
}

/** For a connection without a response object: the whole response as text, after which the connection closes. */
export function formatRefusal(refusal: Refusal, requestId?: string): string {
  const body = refusalBody(refusal, requestId);
  const headers = {
    ...refusal.headers,
    Connection: "close",
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ""}`, ...lines, "", body].join("\r\n");
}
