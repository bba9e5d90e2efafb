// Prompts become turns of the hub; the answer comes after all of the turn's updates.
import type { AgentHandlers, Known, PromptResponse } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { Turn } from "@parley/hub";
import { ErrorCodes, RpcError, type RequestContext } from "@parley/rpc";
import { actorOfClient } from "../../../auth/actor.ts";
import { keyRequest } from "../../../auth/keyed-request.ts";
import { checkApproval, checkPrompt } from "../../../auth/levels.ts";
import { toTurnError } from "../errors.ts";
import type { HandlerContext } from "./context.ts";
import { readMeta } from "./meta.ts";

export function createPromptHandlers(context: HandlerContext): AgentHandlers {
  const { hub, sessions, held, caller } = context;
  return {
    "session/prompt": async (params, request) => {
      const { sessionId, prompt } = params;
      const { agent, idempotencyKey, limits, approve, onDisconnect, whenBusy } = readMeta(params, caller);
      const keyed = keyRequest({ caller, idempotencyKey }, { prompt, agent, limits, approve });
      const options = { agent, ...keyed, limits, approve, onDisconnect, whenBusy };
      checkPrompt(caller, prompt);
      checkApproval(caller, approve);
      const attachment = await sessions.ensure(sessionId);
      const actor = actorOfClient(caller, context.client);
      sessions.editor.used();
      const start = (): Promise<Turn> => hub.turns.start({ sessionId, prompt, ...options, actor });
      return attachment.turns.run(prompt, start, async ({ id }) => {
        if (onDisconnect === "cancel") held.add(id);
        const ended = await endOf(context, id, request);
        // The session may have been loaded again meanwhile.
        await (sessions.get(sessionId) ?? attachment).reached(ended.lastSeq ?? 0);
        return toResponse(ended);
      });
    },
    "session/cancel": async ({ sessionId }) => {
      const own = (await sessions.get(sessionId)?.turns.ids()) ?? [];
      const { turns } = await hub.turns.list({ sessionId, states: ["in_progress", "awaiting"] });
      await Promise.all([...new Set([...turns.map(({ id }) => id), ...own])].map((id) => cancel(context, id)));
    },
  };
}

/** A cancelled request cancels its turn; a lost connection does not. */
async function endOf(context: HandlerContext, turnId: string, { signal }: RequestContext): Promise<Turn> {
  const onAbort = (): void => {
    const { reason } = signal as { readonly reason: unknown };
    if (reason instanceof RpcError && reason.code === ErrorCodes.requestCancelled) void cancel(context, turnId);
  };
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await context.hub.turns.ended(turnId);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Never rejects: a cancellation is a notification without a response, and the turn reports its outcome. */
async function cancel({ hub, log }: HandlerContext, turnId: string): Promise<void> {
  try {
    await hub.turns.cancel(turnId);
  } catch (cause) {
    if (cause instanceof ParleyError && cause.code === "turn_over") return;
    log.write("warn", "A turn could not be cancelled", { turnId, cause });
  }
}

function toResponse(turn: Turn): Known<PromptResponse> {
  const { id, state, stopReason, error, usage, lastSeq, hadUnansweredQuestion } = turn;
  if (state === "failed") throw toTurnError(error ?? { code: "agent_crashed", message: "The turn failed" });
  return {
    stopReason: state === "cancelled" ? "cancelled" : (stopReason ?? "end_turn"),
    ...(usage === undefined ? {} : { usage }),
    _meta: { parley: { turnId: id, seq: lastSeq, ...(hadUnansweredQuestion === true && { hadUnansweredQuestion }) } },
  };
}
