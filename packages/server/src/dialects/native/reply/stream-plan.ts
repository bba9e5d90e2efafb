// POST /reply in the planning modes: proposes a plan without running it, or carries one out.
import { ParleyError } from "@parley/base";
import type { GivenPlan, ReplyRequest } from "@parley/contract";
import { toProposedEvent, type Plan, type PlanTaskResult, type TurnApproval } from "@parley/hub";
import type { Context } from "hono";
import type { ServerEnv } from "../../../http/dialect.ts";
import type { EventStream } from "../../../http/event-stream.ts";
import { errorSentence } from "../errors.ts";
import { FieldError, withOwner } from "../../../operations/input/field-error.ts";
import type { Native } from "../native.ts";
import { frameEvent } from "../stream/send-frames.ts";
import { createFrameState } from "../../../operations/messages/frame-state.ts";
import { textOf } from "../../../operations/messages/given-message.ts";
import {
  DRAINING_METHOD,
  TASK_METHOD,
  VISIBLE,
  type NativeFrame,
} from "../../../operations/messages/native-message.ts";
import { fromGivenPlan, toPlanFrame } from "../../../operations/messages/plan.ts";
import { prepareSession, readPrompt, recordDecision } from "../../../operations/turns/begin-turn.ts";
import { toDecisionFrame } from "./stream-reply.ts";

export async function streamProposal(
  native: Native,
  context: Context<ServerEnv>,
  body: ReplyRequest,
): Promise<Response> {
  const { hub } = native;
  const prompt = readPrompt(body);
  const plan = await hub.plans.propose(textOf(prompt));
  // The decision and the proposal are in the log, so that clients that join later see them.
  const { session, decision } = await prepareSession(hub, { ...body, agent: "auto" }, prompt);
  if (decision !== undefined) await recordDecision(hub, session.id, decision);
  await hub.sessions.record(session.id, toProposedEvent(plan));
  const stream = native.streams.open(context, { headers: { "Parley-Session-Id": session.id } });
  const { tokens } = createFrameState(session.usage);
  const finish = { type: "Finish", reason: "plan_complete", token_state: tokens, session_id: session.id } as const;
  stream.sendAll([
    ...(decision === undefined ? [] : [frameEvent(toDecisionFrame(decision))]),
    frameEvent(toPlanFrame(plan)),
    frameEvent(finish),
  ]);
  stream.end();
  return stream.response;
}

export async function streamExecution(
  native: Native,
  context: Context<ServerEnv>,
  body: ReplyRequest,
): Promise<Response> {
  const { hub } = native;
  if (!body.plan) throw new FieldError("plan", "is required by execute_plan");
  const plan = await readPlan(native, body.plan);
  const { session_id: sessionId, working_dir: cwd } = body;
  const session =
    sessionId === undefined
      ? await hub.sessions.create(cwd === undefined ? {} : { cwd })
      : await hub.sessions.get(sessionId);
  const stream = native.streams.open(context, { headers: { "Parley-Session-Id": session.id } });
  const { approve, on_disconnect: onDisconnect } = body;
  runPlan(native, stream, { plan, sessionId: session.id, approve, isTied: onDisconnect === "cancel" }).catch(
    (error: unknown) => {
      const { message, code } = errorSentence(error, native.log);
      send(stream, { type: "Error", error: message, code });
      stream.end();
    },
  );
  return stream.response;
}

async function readPlan({ hub }: Native, plan: GivenPlan): Promise<Plan> {
  try {
    return await hub.plans.parse(fromGivenPlan(plan));
  } catch (error) {
    throw error instanceof ParleyError ? withOwner("plan", error) : error;
  }
}

interface PlanToRun {
  readonly plan: Plan;
  readonly sessionId: string;
  readonly approve: TurnApproval | undefined;
  /** It is cancelled when its reader disconnects. */
  readonly isTied: boolean;
}

async function runPlan(
  { hub, clock, streams }: Native,
  stream: EventStream,
  { plan, sessionId, approve, isTied }: PlanToRun,
): Promise<void> {
  streams.onDraining(stream, () =>
    send(stream, { type: "Notification", message: { method: DRAINING_METHOD, params: { session_id: sessionId } } }),
  );
  const run = await hub.plans.execute(sessionId, plan, (result) => send(stream, toTaskFrame(result)), { approve });
  if (isTied) {
    if (stream.signal.aborted) run.cancel();
    else stream.signal.addEventListener("abort", () => run.cancel(), { once: true });
  }
  const { text, tasks } = await run.ended;
  const { tokens } = createFrameState((await hub.sessions.get(sessionId)).usage);
  const created = Math.trunc(clock.now() / 1000);
  const content = [{ type: "text", text }];
  const message = { id: `plan-${sessionId}`, role: "assistant", created, content, metadata: VISIBLE } as const;
  send(stream, { type: "Message", message, token_state: tokens });
  const reason = tasks.every(({ state }) => state === "completed") ? "stop" : "plan_incomplete";
  send(stream, { type: "Finish", reason, token_state: tokens, session_id: sessionId });
  stream.end();
}

function toTaskFrame({ id, state, text, sessionId, turnId }: PlanTaskResult): NativeFrame {
  const ids = { ...(sessionId && { session_id: sessionId }), ...(turnId && { turn_id: turnId }) };
  return {
    type: "Notification",
    request_id: id,
    message: { method: TASK_METHOD, params: { task_id: id, state, text, ...ids } },
  };
}

function send(stream: EventStream, frame: NativeFrame): void {
  stream.send(frameEvent(frame));
}
