// What the server itself answers when it does not let a request through: a status and a sentence, in JSON.
import type { ServerResponse } from "node:http";
import { LINGER_MS } from "../limits.ts";

/** The words of the HTTP ground; what the hub refuses has the codes of `ParleyError`. */
type RefusalCode =
  | "bad_request"
  | "body_too_large"
  | "forbidden"
  | "host_not_allowed"
  | "internal"
  | "not_found"
  | "origin_not_allowed"
  | "server_draining"
  | "too_many_connections"
  | "too_many_requests"
  | "unauthorized"
  | "url_too_long";

export interface Refusal {
  readonly status: number;
  readonly code: RefusalCode;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What follows on the connection cannot be trusted, or is not worth reading. */
  readonly isLast?: boolean | undefined;
}

export function refusalBody({ code, message }: Pick<Refusal, "code" | "message">, requestId: string): string {
  return JSON.stringify({ code, message, requestId });
}

export function sendRefusal(outgoing: ServerResponse, refusal: Refusal, requestId: string): void {
  const body = Buffer.from(refusalBody(refusal, requestId));
  outgoing.writeHead(refusal.status, {
    ...refusal.headers,
    ...(refusal.isLast === true && { Connection: "close" }),
    "Content-Type": "application/json",
    "Content-Length": body.length,
  });
  if (outgoing.req.method === "HEAD") outgoing.end();
  else if (refusal.isLast === true) endLater(outgoing, body);
  else outgoing.end(body);
}

/** A connection that is closed while its client still sends is reset, and the answer may be lost: what comes is thrown away for a while. */
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
