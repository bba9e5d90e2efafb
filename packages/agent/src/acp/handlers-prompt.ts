// A turn from its prompt to its stop reason, and its cancellation.
import {
  findContentMistake,
  invalidField,
  isUnknown,
  type AgentHandlers,
  type ContentBlock,
  type PromptResponse,
} from "@parley/acp";
import { isObject, ParleyError } from "@parley/base";
import { TurnBudget, type BudgetLimits } from "../loop/turn-limits.ts";
import type { AgentSession } from "../session-runtime/agent-session.ts";
import { toUserParts } from "../sessions/to-user-parts.ts";
import { ActiveTurn } from "../session-runtime/active-turn.ts";
import type { GivenPrompt } from "../session-runtime/run-prompt.ts";
import { readMeta, type Block } from "../sessions/wire.ts";
import type { Agent } from "../session-runtime/agent.ts";

export function createPromptHandlers(agent: Agent): AgentHandlers {
  return {
    "session/prompt": async (params, { signal }) => {
      const { sessionId } = params;
      const blocks = checkPrompt(params.prompt);
      const limits = { ...agent.options.limits, ...readLimits(params) };
      const { continuesTurn, promptSeq } = readMeta(params);
      const given: GivenPrompt = { blocks, continues: continuesTurn === true, seq: promptSeq };
      for (;;) {
        const session = agent.session(sessionId);
        const running = session.turn;
        if (running?.ended === undefined) return begin(agent, session, given, limits, signal);
        // A prompt during a turn steers that turn: its next step includes it, and its response answers both.
        if (!isCommand(blocks) && running.steer({ role: "user", parts: toUserParts(blocks) })) return running.ended;
        // Slash commands wait for the turn to end, and so does a prompt that came too late to steer it.
        await running.ended.catch(() => undefined); // Reported to the sender of that prompt.
        if (running.signal.aborted) return { stopReason: "cancelled" };
      }
    },
    "session/cancel": ({ sessionId }) => {
      agent.find(sessionId)?.turn?.cancel();
    },
  };
}

async function begin(
  agent: Agent,
  session: AgentSession,
  given: GivenPrompt,
  limits: BudgetLimits,
  signal: AbortSignal,
): Promise<PromptResponse> {
  const turn = new ActiveTurn(new TurnBudget(limits, () => session.spent.cost));
  session.turn = turn;
  const cancel = (): void => {
    // The connection was lost, so the turn is interrupted, not cancelled: the client may reconnect.
    if (isClosed(signal.reason)) session.recorder.freeze();
    turn.cancel();
  };
  signal.addEventListener("abort", cancel, { once: true });
  turn.ended = run(agent, session, turn, given);
  try {
    return await turn.ended;
  } finally {
    signal.removeEventListener("abort", cancel);
    session.recorder.flush();
  }
}

function isClosed(reason: unknown): boolean {
  return reason instanceof ParleyError && reason.code === "connection_closed";
}

async function run(agent: Agent, session: AgentSession, turn: ActiveTurn, given: GivenPrompt): Promise<PromptResponse> {
  try {
    const { runPrompt } = await import("../session-runtime/run-prompt.ts");
    return await runPrompt(agent, session, turn, given);
  } finally {
    session.turn = undefined;
  }
}

/** `_meta.parley.limits`: limits for this turn. */
function readLimits(params: { readonly _meta?: unknown }): BudgetLimits {
  const { limits } = readMeta(params) as { readonly limits?: unknown };
  if (limits === undefined) return {};
  const fields = isObject(limits) ? limits : {};
  const read = (name: "requests" | "cost", fits: (value: number) => boolean): number | undefined => {
    const value = fields[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value === "number" && fits(value) && value > 0) return value;
    throw invalidField(`/_meta/parley/limits/${name}`, "must be a number above 0");
  };
  const [requests, cost] = [read("requests", Number.isSafeInteger), read("cost", Number.isFinite)];
  return { ...(requests !== undefined && { requests }), ...(cost !== undefined && { cost }) };
}

/** Recognised by its form, because the list of commands is not known until the session is ready. */
function isCommand([first]: readonly Block[]): boolean {
  return first?.type === "text" && /^\s*\/[\p{L}\p{N}][^\s/]*(?:\s|$)/u.test(first.text);
}

/** Throws an error for the client if a content block is invalid or of a type that was not announced. */
function checkPrompt(prompt: readonly ContentBlock[]): Block[] {
  const unknown = prompt.findIndex((block) => isUnknown(block));
  if (unknown !== -1) throw invalidField(`/prompt/${unknown}`, "unknown content type");
  const mistake = findContentMistake(prompt);
  if (mistake !== undefined) throw invalidField(`/prompt${mistake.path}`, mistake.problem);
  const blocks = prompt.filter((block) => !isUnknown(block));
  const audio = blocks.findIndex(({ type }) => type === "audio");
  if (audio !== -1) throw invalidField(`/prompt/${audio}`, "this agent does not accept audio");
  return blocks;
}
