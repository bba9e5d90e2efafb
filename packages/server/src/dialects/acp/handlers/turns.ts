// Turns for clients that read the log: the answer comes when the turn is stored, and its end can be awaited separately.
import { invalidField, methods, type AgentHandlers } from "@parley/acp";
import { isObject } from "@parley/base";
import type { Turn } from "@parley/hub";
import { actorOfClient } from "../../../auth/actor.ts";
import { keyRequest } from "../../../auth/keyed-request.ts";
import { checkApproval, checkPrompt } from "../../../auth/levels.ts";
import type { HandlerContext } from "./context.ts";
import { readFields, readLaunch } from "./meta.ts";
import { readText } from "./params.ts";

export function createTurnHandlers({ hub, sessions, held, caller, client }: HandlerContext): AgentHandlers {
  return {
    "_parley/session/prompt": async (params) => {
      const fields = isObject(params) ? params : {};
      const decoded = methods["session/prompt"].params(fields);
      if (!decoded.ok) throw invalidField(decoded.error.path, `expected ${decoded.error.expected}`);
      const { sessionId, prompt } = decoded.value;
      checkPrompt(caller, prompt);
      const own = readFields(fields, caller);
      const { agent, idempotencyKey, limits, approve, onDisconnect, whenBusy } = own;
      checkApproval(caller, approve);
      // With each prompt, because the server may have been restarted since the last one.
      await hub.sessions.setLaunch(sessionId, readLaunch(own, caller, ""));
      const { id } = await hub.turns.start({
        sessionId,
        prompt,
        agent,
        ...keyRequest({ caller, idempotencyKey }, { prompt, agent, limits, approve }),
        limits,
        approve,
        onDisconnect,
        whenBusy,
        actor: actorOfClient(caller, client),
      });
      if (onDisconnect === "cancel") held.add(id);
      sessions.editor.used();
      return { turnId: id };
    },
    "_parley/turn/ended": async (params) => {
      const turnId = readText(params, "turnId");
      const { onDisconnect } = readFields(isObject(params) ? params : {});
      // The turn's client has reconnected.
      if (onDisconnect === "cancel") held.add(turnId);
      const turn = await hub.turns.ended(turnId);
      // The client gets all events of the turn before its end.
      await sessions.get(turn.sessionId)?.reached(turn.lastSeq ?? 0);
      return { turn: toTurn(turn) };
    },
  };
}

function toTurn(turn: Turn): object {
  const { id, sessionId, agent, state, stopReason, error, usage, firstSeq, lastSeq, hadUnansweredQuestion } = turn;
  return { id, sessionId, agent, state, stopReason, error, usage, firstSeq, lastSeq, hadUnansweredQuestion };
}
