// ACP-REST (Agent Communication Protocol) in front of the hub: a run is a turn, a session is a session.
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { ParleyError, type Log } from "@parley/base";
import type { ErrorHandler } from "hono";
import type { CreateDialect, ServerEnv } from "../../http/dialect.ts";
import type { BodyRefusal } from "../../http/refusal.ts";
import { RETRY_AFTER_SECONDS } from "../../limits.ts";
import { errorToWire, RunError, toStatus } from "./errors.ts";
import { mountAgents } from "./routes/agents.ts";
import { mountEvents } from "./routes/events.ts";
import { mountRuns } from "./routes/runs.ts";
import { mountSessions } from "./routes/sessions.ts";
import { History } from "./runs/read-history.ts";
import type { WireError } from "./wire.ts";

export const createAcpRestDialect: CreateDialect = (options) => {
  const history = new History(options.hub);
  return {
    name: "acp-rest",
    formatRefusal: (path, refusal) => (/^\/runs(\/|$)/.test(path) ? JSON.stringify(toWire(refusal)) : undefined),
    mount(app) {
      app.onError(createErrorHandler(options.log));
      mountAgents(app, options);
      mountRuns(app, options, history);
      mountEvents(app, options);
      mountSessions(app, options, history);
    },
  };
};

function toWire({ status, code, message }: BodyRefusal): WireError {
  return { code: status === 413 ? "invalid_input" : "server_error", message, data: { code } };
}

function createErrorHandler(log: Log): ErrorHandler<ServerEnv> {
  return (error, c) => {
    const { outgoing } = c.env;
    if (outgoing.headersSent) {
      // Too late for an error response; the connection is closed so that the reader does not take the partial body as
      // complete.
      log.write("error", "a run's stream was interrupted", { requestId: c.get("requestId"), error: String(error) });
      outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    if (error instanceof RunError) return c.json(error.wire, error.status);
    if (error instanceof ParleyError) {
      const status = toStatus(error.code);
      if (status === 429 || status === 503) c.header("Retry-After", String(RETRY_AFTER_SECONDS));
      return c.json(errorToWire(error), status);
    }
    const requestId = c.get("requestId");
    // The client of an aborted request reads no response.
    if (!c.req.raw.signal.aborted)
      log.write("error", "a request failed", { requestId, error: error.stack ?? String(error) });
    const message = `Internal server error. See request ${requestId} in the server's log.`;
    return c.json({ code: "server_error", message, data: { requestId } } satisfies WireError, 500);
  };
}
