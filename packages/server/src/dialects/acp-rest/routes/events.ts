// GET /runs/{id}/events: a list, or a stream for clients that accept one, which can resume and ends with the run.
import type { DialectOptions, ServerApp } from "../../../http/dialect.ts";
import { RunError } from "../errors.ts";
import { checkId } from "../requests.ts";
import { FROM_THE_START, type Beginning } from "../runs/follow-run.ts";
import { parseFrameId } from "../runs/frame-id.ts";
import { listRunEvents } from "../runs/list-run-events.ts";
import { streamRun } from "../runs/stream-run.ts";

export function mountEvents(app: ServerApp, options: DialectOptions): void {
  const { hub } = options;
  app.get("/runs/:id/events", async (c) => {
    const turn = await hub.turns.get(checkId(c.req.param("id"), "run"));
    if (c.req.header("accept")?.includes("text/event-stream") === true) {
      const beginning = toBeginning(c.req.header("last-event-id"));
      return streamRun(c, options, { turn, beginning, isWatching: true, headers: { "Run-ID": turn.id } });
    }
    return c.body(listRunEvents(hub, turn), 200, { "Content-Type": "application/json" });
  });
}

function toBeginning(lastEventId: string | undefined): Beginning {
  if (lastEventId === undefined || lastEventId === "") return FROM_THE_START;
  const after = parseFrameId(lastEventId);
  if (after !== undefined) return { after };
  const message = `Last-Event-ID: ${JSON.stringify(lastEventId)} is not the id of an event of this run`;
  throw new RunError(400, "invalid_input", message, { field: "Last-Event-ID" });
}
