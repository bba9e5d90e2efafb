// One prompt on the wire: sent, watched while the agent works on it, answered, refused or lost.
import { AUTH_REQUIRED, type StopReason, type Usage } from "@parley/acp";
import { ErrorCodes, RpcError } from "@parley/rpc";
import { within } from "../supervision/timers.ts";
import { applyQuirks, type toPromptBlocks } from "./prompt-blocks.ts";
import type { SessionLink } from "./session-host.ts";
import { watchSilence } from "./silence-watch.ts";
import type { TurnContext } from "./turn-context.ts";
import { toTurnError, type Turn, type TurnEnding } from "./turn.ts";

export interface PromptExchangeOptions {
  readonly context: TurnContext;
  readonly turn: Turn;
  readonly link: SessionLink;
  readonly prompt: ReturnType<typeof toPromptBlocks>;
  /** Ends the turn, unless it is over. */
  readonly end: (ending: TurnEnding) => void;
}

/**
 * `deaf`: the agent owes the answer to a turn that was ended by force, and gives no sign that it has seen this prompt. Otherwise
 * the turn is over, by whoever ended it.
 */
export type Outcome = "over" | "deaf";

export async function exchangePrompt(options: PromptExchangeOptions): Promise<Outcome> {
  const { turn, link } = options;
  const isDoubtful = link.unanswered > 0;
  const stopWatching = watchQuiet(options);
  const outcomes = [ask(options, isDoubtful), turn.ended.then(() => "over" as const)];
  if (isDoubtful) outcomes.push(waitForDeafness(options));
  try {
    return await Promise.race(outcomes);
  } finally {
    stopWatching();
  }
}

function watchQuiet({ context: { host, inbox, signal } }: PromptExchangeOptions): () => void {
  const { clock, timers, limits } = host;
  const sentAtMs = clock.now();
  return watchSilence({
    clock,
    timers,
    everyMs: limits.quietMs,
    since: () => Math.max(sentAtMs, inbox.heardAtMs),
    isExcused: () => inbox.isAsked,
    raise: (forMs) => signal({ type: "quiet", forMs }),
  });
}

async function ask(options: PromptExchangeOptions, isDoubtful: boolean): Promise<Outcome> {
  const { context, turn, link } = options;
  const { inbox } = context;
  const { heard } = inbox;
  const prompt = applyQuirks(options.prompt, link.run.quirks);
  const params = { sessionId: link.agentSessionId, prompt };
  const onResult = (result: { readonly stopReason: StopReason; readonly usage?: Usage | null | undefined }): void =>
    answered(options, result);
  try {
    // In wire order: an update that follows the answer comes after the stop.
    await link.run.connection.request("session/prompt", params, { onResult });
  } catch (error) {
    if (turn.isForced) link.unanswered -= 1;
    else if (turn.isOver || turn.isResending) return "over";
    else if (isDoubtful && heard === inbox.heard && isRefusal(error)) return "deaf";
    else await failed(options, error);
  }
  return "over";
}

function answered(
  { context, turn, link, end }: PromptExchangeOptions,
  { stopReason, usage }: { readonly stopReason: StopReason; readonly usage?: Usage | null | undefined },
): void {
  if (turn.isForced) link.unanswered -= 1;
  else if (turn.isCancelled && stopReason !== "cancelled") {
    // Some agents end a cancelled turn like any other. The user cancelled it, so it is cancelled for everyone.
    const text = `The turn was cancelled; the agent ended it with ${stopReason}`;
    if (!turn.isOver) context.record({ type: "note", level: "info", text });
    end({ stopReason: "cancelled", ...(usage && { usage }) });
  } else end({ stopReason, ...(usage && { usage }) });
}

async function failed({ context, turn, link, end }: PromptExchangeOptions, error: unknown): Promise<void> {
  if (!turn.isCancelled || !(error instanceof RpcError)) {
    end({ error: toTurnError(await link.run.explain(error)) });
    return;
  }
  if (error.code !== ErrorCodes.requestCancelled) {
    const text = `When cancelled, the agent answered: ${error.message}`;
    context.record({ type: "note", level: "warning", text });
  }
  end({ stopReason: "cancelled" });
}

/** For the turn that it should have ended, as far as one can tell. */
function isRefusal(error: unknown): boolean {
  return error instanceof RpcError && error.code !== AUTH_REQUIRED;
}

async function waitForDeafness({ context: { host, inbox }, turn }: PromptExchangeOptions): Promise<Outcome> {
  const { heard } = inbox;
  await within(turn.ended, host.limits.deafMs, host.timers);
  if (inbox.heard > heard) await turn.ended;
  return turn.isOver ? "over" : "deaf";
}
