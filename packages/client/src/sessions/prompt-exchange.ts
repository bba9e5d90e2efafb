// Sends one prompt and watches it until the agent answers, fails or goes silent.
import type { StopReason, Usage } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import { applyQuirks, type toPromptBlocks } from "./prompt-blocks.ts";
import type { SessionLink } from "./session-host.ts";
import { watchSilence } from "./silence-watch.ts";
import type { TurnContext } from "./turn-context.ts";
import type { TurnLimits } from "./turn-limits.ts";
import { toTurnError, type Turn, type TurnEnding } from "./turn.ts";

/** Announced by agents that can copy a session up to a prompt, which is named by its number in our log. */
const CUTS_SESSIONS = "_meta.parley.cut";

export interface PromptExchangeOptions {
  readonly context: TurnContext;
  readonly turn: Turn;
  readonly link: SessionLink;
  readonly prompt: ReturnType<typeof toPromptBlocks>;
  readonly limits: TurnLimits | undefined;
  /** Ends the turn, unless it is over. */
  readonly end: (ending: TurnEnding) => void;
  /** Ends the turn although the agent may still be working on it. */
  readonly giveUp: (error: ParleyError) => void;
}

/** Settles when the turn is over. */
export async function exchangePrompt(options: PromptExchangeOptions): Promise<void> {
  const stopWatching = watchQuiet(options);
  try {
    await Promise.race([ask(options), options.turn.ended]);
  } finally {
    stopWatching();
  }
}

function watchQuiet({ context: { host, inbox, signal }, link, giveUp }: PromptExchangeOptions): () => void {
  const { timers, limits } = host;
  const sentAtMs = timers.now();
  return watchSilence({
    timers,
    everyMs: limits.quietMs,
    since: () => Math.max(sentAtMs, inbox.lastMessageAtMs),
    isExcused: () => inbox.isAsked,
    raise: (forMs) => {
      if (forMs >= limits.silentTurnMs) giveUp(silent(link.run.launch.title, forMs));
      else signal({ type: "quiet", forMs });
    },
  });
}

async function ask(options: PromptExchangeOptions): Promise<void> {
  const { turn, link } = options;
  const prompt = applyQuirks(options.prompt, link.run.quirks);
  const params = { sessionId: link.agentSessionId, prompt, ...toMeta(options) };
  const onResult = (answer: Answer): void => answered(options, answer);
  try {
    // In wire order: an update after the response is recorded after the stop.
    await link.run.connection.request("session/prompt", params, { onResult });
  } catch (error) {
    if (!turn.isOver) await failed(options, error);
  }
  turn.onAnswered?.();
}

/** Metadata for Parley's own agent. */
function toMeta({ turn, link, limits }: PromptExchangeOptions): { readonly _meta?: { readonly parley: object } } {
  const { isContinued } = turn;
  const promptSeq = link.run.supports(CUTS_SESSIONS) ? turn.promptSeq : undefined;
  if (!isContinued && limits === undefined && promptSeq === undefined) return {};
  return {
    _meta: {
      parley: {
        ...(isContinued && { continuesTurn: true }),
        ...(limits && { limits }),
        ...(promptSeq !== undefined && { promptSeq }),
      },
    },
  };
}

interface Answer {
  readonly stopReason: StopReason;
  readonly usage?: Usage | null | undefined;
}

function answered({ context, turn, end }: PromptExchangeOptions, { stopReason, usage }: Answer): void {
  const isOverruled = turn.isCancelled && stopReason !== "cancelled";
  if (isOverruled && !turn.isOver) {
    // Some agents end a cancelled turn like any other. The user cancelled it, so it is cancelled for everyone.
    const text = `The turn was cancelled; the agent ended it with ${stopReason}`;
    context.record({ type: "note", level: "info", text });
  }
  end({ stopReason: isOverruled ? "cancelled" : stopReason, ...(usage && { usage }) });
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

function silent(title: string, forMs: number): ParleyError {
  const message = `${title} sent nothing for ${Math.round(forMs / 60_000)} minutes, so the turn was ended`;
  return new ParleyError({
    code: "request_timeout",
    message,
    remedy: { label: "Prompt again: the agent is restarted" },
  });
}
