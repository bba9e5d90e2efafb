// Prompts the agent of a turn: opens its session, adds the context it lacks, and stops waiting if it hangs.
import type { ContentBlock } from "@parley/acp";
import type { TurnEnding, TurnResult } from "@parley/client";
import type { AgentLink } from "../api/agent-link.ts";
import { isHung as isHungError } from "../links/link-errors.ts";
import { AUTO } from "../auto/auto-agent.ts";
import { findApprovalCommand, runApprovalCommand } from "../sessions/approval-command.ts";
import { changeAgent } from "../sessions/change-agent.ts";
import type { LiveSession } from "../live/live-session.ts";
import { askWithSchema, compileTurnSchema } from "./ask-with-schema.ts";
import { concludeTurn } from "./conclude-turn.ts";
import { planTurn } from "./plan-turn.ts";
import type { TurnRun, TurnRunnerOptions } from "./turn-run.ts";
import { CANCELLED, toEventError, type Ending } from "./turn-endings.ts";

export interface AgentPrompt {
  readonly prompt: readonly ContentBlock[];
  /** The agent's turn was interrupted, and is continued. */
  readonly continues?: boolean;
}

export async function promptAgent(
  options: TurnRunnerOptions,
  run: TurnRun,
  session: LiveSession,
  wanted: AgentPrompt,
): Promise<Ending> {
  const { agents, links } = options;
  const { turn, signal, table } = run;
  if (turn.agent === AUTO) return planTurn(options, run, session, wanted.prompt);
  await links.renew(session);
  const entry = await agents.get(session, turn.agent);
  await changeAgent(session, entry, { agents, links });
  const link = await links.open(session, entry);
  // The turn may have been ended while the agent was starting.
  if (table.find(turn.id) === undefined) return CANCELLED;
  const firstSeq = turn.firstSeq ?? session.row.lastSeq + 1;
  await table.change(turn.id, {
    state: "in_progress",
    firstSeq,
    interactionId: undefined,
    startedAtMs: table.find(turn.id)?.startedAtMs ?? options.clock.now(),
    model: link.choices.modelId,
  });
  if (signal.aborted) return CANCELLED;
  const command = wanted.continues === true ? undefined : findApprovalCommand(session, wanted.prompt);
  if (command !== undefined) {
    await runApprovalCommand(session, command, wanted.prompt, { actor: turn.actor, log: options.log });
    return { state: "completed", stopReason: "end_turn" };
  }
  using cancellation = cancelWith(signal, link, run.forceMs);
  try {
    const result = await ask(options, run, session, link, wanted);
    await links.follow(session);
    const usage = result.usage === undefined ? {} : { usage: result.usage };
    if (isHungError(result.error)) cancellation.isHung = true;
    // An agent that has exited and does not start again has not got the prompt, and the log does not have it.
    const isPrompted = wanted.continues === true || session.promptSeq >= firstSeq;
    if (result.error !== undefined && !isPrompted) throw result.error;
    if (result.error !== undefined) return { state: "failed", error: toEventError(result.error), ...usage };
    const isCancelled = result.stopReason === "cancelled";
    return { state: isCancelled ? "cancelled" : "completed", stopReason: result.stopReason, ...usage };
  } finally {
    // Late output must not become part of the next answer, and the next turn must not wait for it.
    if (cancellation.isHung) void links.abandon(session);
    session.usedAtMs = options.clock.now();
  }
}

interface Cancellation extends Disposable {
  /** The agent did not end the turn in time. */
  isHung: boolean;
}

function cancelWith(signal: AbortSignal, link: AgentLink, forceMs: number): Cancellation {
  let force: NodeJS.Timeout | undefined;
  const cancel = (): void => {
    void link.cancel();
    force = setTimeout(() => {
      cancellation.isHung = true;
      void link.cancel({ force: true });
    }, forceMs);
  };
  const cancellation: Cancellation = {
    isHung: false,
    [Symbol.dispose]: () => {
      clearTimeout(force);
      signal.removeEventListener("abort", cancel);
    },
  };
  signal.addEventListener("abort", cancel, { once: true });
  return cancellation;
}

async function ask(
  options: TurnRunnerOptions,
  run: TurnRun,
  session: LiveSession,
  link: AgentLink,
  { prompt, continues = false }: AgentPrompt,
): Promise<TurnResult> {
  const { links, store } = options;
  const { limits, jsonSchema, actor } = run.turn;
  const schema = jsonSchema === undefined ? undefined : await compileTurnSchema(jsonSchema);
  let isTold = false;
  const preamble = async (): Promise<readonly ContentBlock[]> => {
    const text = await links.context.preamble(session);
    isTold = text !== undefined || session.row.needsHistory === true;
    const history = text === undefined ? [] : [{ type: "text", text, _meta: { parley: { history: true } } } as const];
    return schema === undefined ? history : [...history, { type: "text", text: schema.instruction }];
  };
  const { completedCalls } = session;
  const conclude = (ending: TurnEnding): TurnEnding =>
    concludeTurn(options, run, session.completedCalls > completedCalls, ending);
  const send = (retry?: readonly ContentBlock[]): Promise<TurnResult> =>
    link.prompt(retry ?? prompt, {
      limits,
      conclude,
      ...(retry === undefined && { actor }),
      ...(retry === undefined && { preamble, continues }),
    });
  const result = await (schema === undefined ? send() : askWithSchema(store, schema, session, send));
  if (isTold && result.error === undefined) await links.context.heard(session);
  return result;
}
