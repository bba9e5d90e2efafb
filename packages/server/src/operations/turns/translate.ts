// A turn of the hub as the native API shows it.
import type { NativeTurn } from "@parley/contract";
import type { ChangedTurn } from "@parley/hub";

export function toNativeTurn(turn: ChangedTurn): NativeTurn {
  return {
    id: turn.id,
    session_id: turn.sessionId,
    agent: turn.agent,
    state: turn.state,
    created_at: new Date(turn.createdAtMs).toISOString(),
    ...(turn.finishedAtMs === undefined ? {} : { finished_at: new Date(turn.finishedAtMs).toISOString() }),
    ...(turn.firstSeq === undefined ? {} : { first_seq: turn.firstSeq }),
    ...(turn.lastSeq === undefined ? {} : { last_seq: turn.lastSeq }),
    ...(turn.stopReason === undefined ? {} : { stop_reason: turn.stopReason }),
    ...(turn.error === undefined ? {} : { error: turn.error }),
    ...(turn.usage === undefined ? {} : { usage: turn.usage }),
    ...(turn.model === undefined ? {} : { model: turn.model }),
    ...(turn.cost === undefined ? {} : { cost: turn.cost }),
    ...(turn.hadUnansweredQuestion === true ? { had_unanswered_question: true } : {}),
    ...(turn.interactionId === undefined ? {} : { interaction_id: turn.interactionId }),
  };
}
