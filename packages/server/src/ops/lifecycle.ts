// What the server says of itself, and how a client asks it to stop: `GET /server` and `POST /server/stop`.
import { ParleyError, SERVER_PROTOCOL, VERSION } from "@parley/base";
import { isOver, type Hub } from "@parley/hub";
import { z } from "zod";
import { describeIssue } from "../http/describe-issue.ts";
import type { ServerApp } from "../http/dialect.ts";
import { STOP_GRACE_SECONDS_MAX, UNFINISHED_TURNS_MAX } from "../limits.ts";
import type { Activity } from "./activity.ts";

/** How the process around the server can be stopped. Without it, the server belongs to a program that embeds it. */
export interface ServerProcess {
  /** `background`: started by a command for its home, and replaced by `parley serve`. */
  readonly kind: "foreground" | "background";
  readonly startedAtMs: number;
  /** It stops after this long without use. */
  readonly idleExitMs?: number | undefined;
  stop(request: StopRequest): void;
}

export interface StopRequest {
  /** How long running turns may take to finish; the process's own default unless given. */
  readonly graceMs?: number | undefined;
}

export interface LifecycleOptions {
  readonly hub: Hub;
  readonly activity: Activity;
  readonly process?: ServerProcess | undefined;
}

const stopSchema = z.strictObject({
  grace_seconds: z.number().min(0).max(STOP_GRACE_SECONDS_MAX).optional(),
  if_idle: z.boolean().optional(),
});

export function mountLifecycle(app: ServerApp, { hub, activity, process: own }: LifecycleOptions): void {
  app.get("/server", async (c) => {
    const { turns, questions } = await countWork(hub);
    return c.json({
      version: VERSION,
      protocol: SERVER_PROTOCOL,
      pid: process.pid,
      kind: own?.kind ?? "embedded",
      ...(own && { started_at: new Date(own.startedAtMs).toISOString() }),
      idle_exit_seconds: own?.idleExitMs === undefined ? null : own.idleExitMs / 1_000,
      clients: activity.clients,
      turns,
      questions,
    });
  });
  app.post("/server/stop", async (c) => {
    if (own === undefined) {
      throw new ParleyError({
        code: "capability_missing",
        message: "This server is part of another program, which stops it",
      });
    }
    const { grace_seconds: seconds, if_idle: ifIdle = false } = readStop(await c.req.text());
    const { turns } = await countWork(hub);
    if (ifIdle && turns > 0) {
      throw new ParleyError({ code: "session_busy", message: `The server has unfinished turns: ${turns}` });
    }
    // After the answer has been sent: the server waits for open requests.
    setImmediate(() => own.stop({ graceMs: seconds === undefined ? undefined : seconds * 1_000 }));
    return c.json({ stopping: true, turns }, 202);
  });
}

/** Whether turns or questions would be lost or kept waiting by a stop. */
export async function isWorking(hub: Hub): Promise<boolean> {
  const { turns, questions } = await countWork(hub);
  return turns + questions > 0;
}

async function countWork(hub: Hub): Promise<{ readonly turns: number; readonly questions: number }> {
  const states = ["created", "in_progress", "awaiting", "cancelling"] as const;
  const [{ turns }, questions] = await Promise.all([
    hub.turns.list({ states, limit: UNFINISHED_TURNS_MAX }),
    hub.interactions.list({ state: "pending" }),
  ]);
  return { turns: turns.filter((turn) => !isOver(turn)).length, questions: questions.length };
}

function readStop(text: string): z.infer<typeof stopSchema> {
  if (text === "") return {};
  const parsed = stopSchema.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  const { field, message } = describeIssue(parsed.error);
  throw new ParleyError({ code: "bad_input", message: `${field === "" ? "The body" : field}: ${message}` });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new ParleyError({ code: "bad_input", message: "The body is not JSON", cause });
  }
}
