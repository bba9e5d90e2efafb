// Compaction: replaces the conversation with a summary and its most recent messages.
import type { Log } from "@parley/base";
import type { Message, UserMessage } from "../../models/message.ts";
import type { Model, ModelUsage } from "../../models/model.ts";
import type { Conversation } from "../conversation.ts";
import {
  ANSWER_WINDOW_SHARE,
  COMPACTION_GAIN_SHARE,
  COMPACTION_MESSAGES_MIN,
  KEPT_CONVERSATION_SHARE,
  KEPT_TOKENS_MAX,
  KEPT_WINDOW_SHARE,
  UNKNOWN_WINDOW_TOKENS,
} from "../../limits.ts";
import { estimateMessages, estimateText, NO_USAGE, toJson } from "../tokens.ts";
import type { Emit, StepSetup } from "../types.ts";
import { findKept } from "./kept-messages.ts";
import { summariseOffline } from "./offline-summary.ts";
import { summarise } from "./summarise.ts";
import { frameSummary } from "./summary-text.ts";

export interface CompactOptions {
  readonly conversation: Conversation;
  readonly model: Model;
  readonly reason: "automatic" | "asked";
  /** What the summary should emphasise. */
  readonly focus?: string | undefined;
  /** The prompt of the running turn, which is kept verbatim if it fits. */
  readonly prompt?: UserMessage | undefined;
  readonly signal: AbortSignal;
  readonly log: Log;
}

export type CompactEnd =
  | { readonly type: "compacted"; readonly summary: string; readonly usage: ModelUsage }
  /** The conversation is unchanged. */
  | { readonly type: "failed"; readonly message: string; readonly usage: ModelUsage };

/** Never rejects. In any case the conversation stays valid for a model. */
export async function compact(options: CompactOptions, emit: Emit): Promise<CompactEnd> {
  const { conversation, model, reason, signal } = options;
  emit({ type: "compaction_started", reason });
  const before = conversation.messages;
  const fail = (message: string, usage: ModelUsage): CompactEnd => {
    emit({ type: "compaction_failed", message });
    return { type: "failed", message, usage };
  };
  if (before.length < 2) return fail("Nothing to compact yet.", NO_USAGE);

  const window = findWindow(model);
  const end = model.info.isOffline === true ? offline(before, emit) : await summarise(options, window, emit);
  if ("failed" in end) return fail(end.failed, end.usage);
  if (signal.aborted) return fail("Compaction was cancelled.", end.usage);

  const { summary, usage } = end;
  const kept = findKept(before, findBudget(before, window), options.prompt);
  const messages: Message[] = [frameSummary(summary), ...kept];
  conversation.replace(messages);
  emit({ type: "compacted", summary, messages, droppedMessages: before.length - kept.length, usage });
  return { type: "compacted", summary, usage };
}

function offline(messages: readonly Message[], emit: Emit): { summary: string; usage: ModelUsage } {
  const summary = summariseOffline(messages);
  emit({ type: "compaction_text", text: summary });
  return { summary, usage: NO_USAGE };
}

/** Also a share of the conversation, because the declared window of a model may be wrong. */
function findBudget(messages: readonly Message[], window: number): number {
  const parts = [window * KEPT_WINDOW_SHARE, estimateMessages(messages) * KEPT_CONVERSATION_SHARE];
  return Math.floor(Math.min(KEPT_TOKENS_MAX, ...parts));
}

function findWindow({ info: { contextTokens } }: Model): number {
  return Number.isFinite(contextTokens) && contextTokens > 0 ? contextTokens : UNKNOWN_WINDOW_TOKENS;
}

export class CompactionTrigger {
  readonly #fraction: number;
  #hasFailed = false;
  /** Size after the last compaction of this turn. */
  #leftTokens: number | undefined;

  constructor(fraction: number) {
    this.#fraction = fraction;
  }

  isDue(conversation: Conversation, setup: StepSetup): boolean {
    const { contextTokens } = setup.model.info;
    // A compaction that failed once would fail before every step; the model reports an overflow itself.
    if (this.#hasFailed || !Number.isFinite(contextTokens) || contextTokens <= 0) return false;
    // Instructions and tools alone can fill a small window; compacting would gain nothing.
    if (conversation.messages.length < COMPACTION_MESSAGES_MIN) return false;
    const tokens = estimateRequest(conversation, setup);
    if (tokens <= this.#threshold(contextTokens, setup.outputTokensMax ?? 0)) return false;
    return this.#leftTokens === undefined || tokens - this.#leftTokens >= contextTokens * COMPACTION_GAIN_SHARE;
  }

  saw(end: CompactEnd, conversation: Conversation, setup: StepSetup): void {
    if (end.type === "compacted") this.#leftTokens = estimateRequest(conversation, setup);
    else this.#hasFailed = true;
  }

  #threshold(contextTokens: number, outputTokensMax: number): number {
    const answerTokens = Math.min(outputTokensMax, contextTokens * ANSWER_WINDOW_SHARE);
    return Math.min(contextTokens * this.#fraction, contextTokens - answerTokens);
  }
}

function estimateRequest(conversation: Conversation, { system, tools }: StepSetup): number {
  if (conversation.isCounted) return conversation.tokens;
  return conversation.tokens + estimateText(system) + estimateText(toJson(tools.specs));
}
