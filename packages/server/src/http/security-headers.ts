// Headers that every answer has, whoever gives it. A route that serves a page sets a content policy of its own.
import type { ServerResponse } from "node:http";

/** Nothing of an answer is ever run or shown as a page, unless its route says otherwise. */
const CLOSED = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Set on the raw response, so that they are there on streams, too. */
export function setSecurityHeaders(outgoing: ServerResponse, requestId: string): void {
  outgoing.setHeader("X-Request-Id", requestId);
  outgoing.setHeader("X-Content-Type-Options", "nosniff");
  outgoing.setHeader("Content-Security-Policy", CLOSED);
  outgoing.setHeader("Referrer-Policy", "no-referrer");
}
