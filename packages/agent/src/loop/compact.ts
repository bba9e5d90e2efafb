// Compaction: the conversation is replaced by a summary of it and what was said last.
import type { Log } from "@parley/base";
import type { Message, UserMessage } from "../models/message.ts";
import type { Model, ModelUsage } from "../models/model.ts";
import { NO_USAGE } from "./add-usage.ts";
import { findKept } from "./compaction/kept-messages.ts";
import { summariseOffline } from "./compaction/offline-summary.ts";
import { summarise } from "./compaction/summarise.ts";
import { frameSummary } from "./compaction/summary-text.ts";
import type { Conversation } from "./conversation.ts";
import { estimateMessages } from "./estimate-tokens.ts";
import { KEPT_CONVERSATION_SHARE, KEPT_TOKENS_MAX, KEPT_WINDOW_SHARE, UNKNOWN_WINDOW_TOKENS } from "./limits.ts";
import type { Emit } from "./turn-input.ts";

export interface CompactOptions {
  readonly conversation: Conversation;
  /** The one that the conversation is with. */
  readonly model: Model;
  readonly reason: "automatic" | "asked";
  /** What the summary should dwell on. */
  readonly focus?: string | undefined;
  /** What the running turn began with: kept word for word if it fits at all. */
  readonly prompt?: UserMessage | undefined;
  readonly signal: AbortSignal;
  readonly log: Log;
}

export type CompactEnd =
  | { readonly type: "compacted"; readonly summary: string; readonly usage: ModelUsage }
  /** The conversation is as it was. */
  | { readonly type: "failed"; readonly message: string; readonly usage: ModelUsage };

/** Never rejects. However it ends, the conversation is one that a model takes. */
export async function compact(options: CompactOptions, emit: Emit): Promise<CompactEnd> {
  const { conversation, model, reason, signal } = options;
  emit({ type: "compaction_started", reason });
  const before = conversation.messages;
  const fail = (message: string, usage: ModelUsage): CompactEnd => {
    emit({ type: "compaction_failed", message });
    return { type: "failed", message, usage };
  };
  if (before.length < 2) return fail("There is nothing to compact yet.", NO_USAGE);

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

/** A part of the conversation too: what a model says of its window may be wrong. */
function findBudget(messages: readonly Message[], window: number): number {
  const parts = [window * KEPT_WINDOW_SHARE, estimateMessages(messages) * KEPT_CONVERSATION_SHARE];
  return Math.floor(Math.min(KEPT_TOKENS_MAX, ...parts));
}

function findWindow({ info: { contextTokens } }: Model): number {
  return Number.isFinite(contextTokens) && contextTokens > 0 ? contextTokens : UNKNOWN_WINDOW_TOKENS;
}
