// POST /reply without a plan: starts a turn and streams its frames.
import type { ReplyRequest } from "@parley/contract";
import type { RoutingDecision } from "@parley/hub";
import type { Context } from "hono";
import type { ServerEnv } from "../../../http/dialect.ts";
import { errorSentence } from "../errors.ts";
import type { Native } from "../native.ts";
import { frameEvent } from "../stream/send-frames.ts";
import { TurnStream } from "../stream/turn-stream.ts";
import { createFrameState } from "../../../operations/messages/frame-state.ts";
import type { FrameOf } from "../../../operations/messages/native-message.ts";
import type { Call } from "../../../operations/call.ts";
import { beginTurn } from "../../../operations/turns/begin-turn.ts";

export async function streamReply(
  native: Native,
  context: Context<ServerEnv>,
  body: ReplyRequest,
  { idempotencyKey, caller, actor }: Pick<Call, "idempotencyKey" | "caller" | "actor">,
): Promise<Response> {
  const { hub, log, streams } = native;
  const { turn, session, decision } = await beginTurn(native, body, { idempotencyKey, caller, actor });
  const stream = streams.open(context, {
    headers: { "Parley-Session-Id": session.id, "Parley-Turn-Id": turn.id },
  });
  if (decision !== undefined) stream.send(frameEvent({ ...toDecisionFrame(decision), session_id: session.id }));
  const frames = new TurnStream({ hub, stream, turn, state: createFrameState(session.usage) });
  const hold = hub.turns.hold(turn.id);
  let isDraining = false;
  streams.onDraining(stream, () => {
    isDraining = true;
    frames.farewell();
  });
  frames
    .run()
    .finally(() => {
      // If the server is shutting down, the disconnect does not cancel the turn.
      if (!isDraining) hold[Symbol.dispose]();
    })
    .catch((error: unknown) => {
      const { message, code } = errorSentence(error, log);
      stream.send(frameEvent({ type: "Error", error: message, code }));
      stream.end();
    });
  return stream.response;
}

export function toDecisionFrame(decision: RoutingDecision): FrameOf<"RoutingDecision"> {
  const { agent, modeId, confidence, reasoning } = decision;
  return { type: "RoutingDecision", agent_name: agent, mode_slug: modeId ?? "", confidence, reasoning };
}
