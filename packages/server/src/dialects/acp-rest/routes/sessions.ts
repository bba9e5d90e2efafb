// GET /session/{id}, and the resources that its URLs refer to.
import type { DialectOptions, ServerApp } from "../../../http/dialect.ts";
import { RunError } from "../errors.ts";
import { checkId } from "../requests.ts";
import { parseAddress, type History } from "../runs/read-history.ts";
import { toAcpSession, toSessionState } from "../to-acp-session.ts";

export function mountSessions(app: ServerApp, { hub, baseUrl }: DialectOptions, history: History): void {
  app.get("/session/:id", async (c) => {
    return c.json(toAcpSession(baseUrl(), await hub.sessions.get(checkId(c.req.param("id"), "session"))));
  });

  app.get("/resources/sessions/:id/state", async (c) => {
    return c.json(toSessionState(await hub.sessions.get(checkId(c.req.param("id"), "session"))));
  });

  app.get("/resources/*", async (c) => {
    const address = parseAddress(c.req.path);
    const message = address && (await history.read(address));
    if (message === undefined) throw new RunError(404, "not_found", `Resource ${c.req.path} not found.`);
    return c.json(message);
  });
}
