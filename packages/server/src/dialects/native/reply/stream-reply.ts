// POST /reply without a plan: a turn begins, and its frames are streamed.
import { ParleyError } from "@parley/base";
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
  { idempotencyKey, actor }: Pick<Call, "idempotencyKey" | "actor">,
): Promise<Response> {
  const { hub, log, streams } = native;
  const { turn, session, decision } = await beginTurn(native, body, { idempotencyKey, actor });
  const stream = streams.open(context, {
    headers: { "Parley-Session-Id": session.id, "Parley-Turn-Id": turn.id },
  });
  if (decision !== undefined) stream.send(frameEvent({ ...toDecisionFrame(decision), session_id: session.id }));
  const frames = new TurnStream({ hub, stream, turn, state: createFrameState(session.usage) });
  let isTied = body.on_disconnect === "cancel";
  streams.onDraining(stream, () => {
    // It is the server that goes, not the reader.
    isTied = false;
    frames.farewell();
  });
  frames
    .run()
    .then(() => (isTied ? cancelUnlessOver(native, turn.id) : undefined))
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

/** The reader is gone before the turn was over. */
async function cancelUnlessOver({ hub }: Native, turnId: string): Promise<void> {
  try {
    await hub.turns.cancel(turnId);
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== "turn_over") throw error;
  }
}
