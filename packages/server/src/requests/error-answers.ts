// The response if no dialect has one: JSON with a code and a sentence, never a stack trace.
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { ParleyError, type Log, truncate } from "@parley/base";
import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { ECHOED_PATH_CHARS_MAX, RETRY_AFTER_SECONDS } from "../limits.ts";
import { pathOf } from "../http/admission.ts";
import type { ServerEnv } from "../http/dialect.ts";
import { statusOfError } from "../http/status-of-error.ts";

export function createErrorHandler(log: Log): ErrorHandler<ServerEnv> {
  return (error, c) => {
    const requestId = c.get("requestId");
    if (c.env.outgoing.headersSent) {
      // Too late for an error response; the connection is closed so that the reader does not take the partial body as
      // complete.
      log.write("error", "a response was interrupted", { requestId, error: String(error) });
      c.env.outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    if (error instanceof ParleyError) return answerError(c, error);
    if (error instanceof HTTPException) {
      return c.json({ code: "bad_request", message: error.message, requestId }, error.status);
    }
    // A client that disconnects while it sends its body is not an error of the server.
    const isGone = c.env.incoming.destroyed && !c.env.incoming.complete;
    if (isGone) log.write("info", "a request was interrupted", { requestId, error: String(error) });
    else log.write("error", "a request failed", { requestId, error: error.stack ?? String(error) });
    const message = `Internal server error. See request ${requestId} in the server's log.`;
    return c.json({ code: "internal", message, requestId }, 500);
  };
}

function answerError(c: Context<ServerEnv>, { code, message, remedy }: ParleyError): Response {
  const status = statusOfError(code);
  if (status === 429 || status === 503) c.header("Retry-After", String(RETRY_AFTER_SECONDS));
  return c.json({ code, message, ...(remedy && { remedy }), requestId: c.get("requestId") }, status);
}

export const answerNotFound: NotFoundHandler<ServerEnv> = (c) => {
  // As sent, with its escapes, because a decoded path may contain control characters.
  const path = pathOf(c.env.incoming);
  const shown = truncate(path, ECHOED_PATH_CHARS_MAX);
  const message = `${c.req.method} ${shown} not found. See /docs for all paths.`;
  return c.json({ code: "not_found", message, requestId: c.get("requestId") }, 404);
};
