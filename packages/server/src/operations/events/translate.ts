// A change in the hub as the native API shows it.
import type { ServerEvent } from "@parley/contract";
import type { ChangedQuestion, ChangesReset, HubEvent } from "@parley/hub";
import { toNativeAgent } from "../agents/translate.ts";
import { toNativeJob } from "../programs/translate.ts";
import { toListedSession } from "../sessions/translate.ts";
import { toNativeTurn } from "../turns/translate.ts";

export function toServerEvent({ id, at: atMs, change: one }: HubEvent): ServerEvent {
  const at = new Date(atMs).toISOString();
  switch (one.what) {
    case "session": {
      if (one.change === "deleted") return { type: "session", id, at, change: one.change, session_id: one.sessionId };
      const { session } = one;
      const event = { type: "session", id, at, session_id: session.id, session: toListedSession(session) } as const;
      if (one.change === "handed_over") return { ...event, change: one.change, from_agent: one.from };
      return { ...event, change: one.change };
    }
    case "turn": {
      const { turn, change } = one;
      return { type: "turn", id, at, change, session_id: turn.sessionId, turn: toNativeTurn(turn) };
    }
    case "question": {
      const { question, change } = one;
      const { sessionId } = question;
      const session = sessionId === undefined ? {} : { session_id: sessionId };
      return { type: "question", id, at, change, ...session, question: toQuestion(question) };
    }
    case "agent":
      if (one.change === "removed") return { type: "agent", id, at, change: one.change, name: one.name };
      return { type: "agent", id, at, change: one.change, name: one.agent.name, agent: toNativeAgent(one.agent) };
    case "job": {
      const { steps: _steps, ...job } = toNativeJob(one.job);
      return { type: "job", id, at, change: one.change, agent: job.agent, job };
    }
  }
}

export function toResetEvent({ id, at, reason }: ChangesReset): ServerEvent {
  return { type: "reset", id, at: new Date(at).toISOString(), reason };
}

function toQuestion(question: ChangedQuestion): Extract<ServerEvent, { readonly type: "question" }>["question"] {
  const { id, kind, sessionId, turnId, agent, state, createdAtMs, expiresAtMs, answeredBy, actor, title } = question;
  return {
    id,
    kind,
    title,
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(turnId !== undefined && { turn_id: turnId }),
    agent,
    state,
    created_at: new Date(createdAtMs).toISOString(),
    expires_at: new Date(expiresAtMs).toISOString(),
    ...(answeredBy !== undefined && { answered_by: answeredBy }),
    ...(actor !== undefined && { actor }),
  };
}
