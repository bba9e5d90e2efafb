// POST /runs, GET and POST /runs/{id}, POST /runs/{id}/cancel.
import type { TurnAndEvents } from "@parley/hub";
import type { Context } from "hono";
import { ownKey } from "../../../auth/own-key.ts";
import type { DialectOptions, ServerApp, ServerEnv } from "../../../http/dialect.ts";
import { checkId, parseIdempotencyKey, parseRunCreate, parseRunResume, readJson, type RunMode } from "../requests.ts";
import { createRun } from "../runs/create-run.ts";
import { FROM_THE_START, type Beginning } from "../runs/follow-run.ts";
import type { History } from "../runs/read-history.ts";
import { resumeRun } from "../runs/resume-run.ts";
import { RunReader } from "../runs/run-reader.ts";
import { settleRun } from "../runs/settle-run.ts";
import { streamRun } from "../runs/stream-run.ts";

interface Going extends TurnAndEvents {
  readonly mode: RunMode;
  readonly beginning: Beginning;
  readonly reader: RunReader;
}

export function mountRuns(app: ServerApp, options: DialectOptions, history: History): void {
  const { hub, clock, baseUrl } = options;
  const reader = new RunReader(hub);

  app.post("/runs", async (c) => {
    const idempotencyKey = ownKey(c.get("caller"), parseIdempotencyKey(c.req.header("idempotency-key")));
    const request = parseRunCreate(await readJson(c));
    const nowMs = clock.now();
    const outcome = await createRun(hub, {
      request,
      idempotencyKey,
      baseUrl: baseUrl(),
      history,
      nowMs,
      caller: c.get("caller"),
    });
    return answer(c, options, { ...outcome, mode: request.mode, beginning: FROM_THE_START, reader });
  });

  app.get("/runs/:id", async (c) => {
    return c.json(await reader.read(await hub.turns.get(checkId(c.req.param("id"), "run"))));
  });

  app.post("/runs/:id", async (c) => {
    const id = checkId(c.req.param("id"), "run");
    const turn = await hub.turns.get(id);
    const request = parseRunResume(await readJson(c));
    const answered = await resumeRun(hub, { turn, request, caller: c.get("caller") });
    return answer(c, options, { turn, mode: request.mode, beginning: { answered }, reader });
  });

  app.post("/runs/:id/cancel", async (c) => {
    return c.json(await reader.read(await hub.turns.cancel(checkId(c.req.param("id"), "run"))), 202);
  });
}

async function answer(c: Context<ServerEnv>, options: DialectOptions, going: Going): Promise<Response> {
  const { hub } = options;
  const { turn, events, mode, beginning } = going;
  const headers = { "Run-ID": turn.id };
  if (mode === "stream") return streamRun(c, options, { turn, beginning, isWatching: false, headers });
  if (mode === "async") return c.json(await going.reader.read(await hub.turns.get(turn.id)), 202, headers);
  return c.json(await settleRun({ hub, turn, events, beginning }, c.req.raw.signal), 200, headers);
}
