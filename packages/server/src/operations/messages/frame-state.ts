// The state of a stream of frames between events.
import type { SessionConfigOption, Usage } from "@parley/acp";
import { NO_TOKENS, type TokenState } from "./native-message.ts";

/** The current message, to which more chunks may be added. */
export interface OpenMessage {
  readonly kind: string;
  readonly messageId: string | undefined;
  readonly id: string;
}

export interface FrameState {
  open: OpenMessage | undefined;
  tokens: TokenState;
  /** Usage of all earlier turns; undefined if unknown. */
  total: Usage | undefined;
  model: string;
  mode: string;
  commands: number;
}

export function createFrameState(total?: Usage, open?: OpenMessage): FrameState {
  return { open, tokens: tokensOf(undefined, total), total, model: "", mode: "", commands: 0 };
}

export function addUsage(state: FrameState, usage: Usage | undefined): void {
  const { total } = state;
  if (usage !== undefined && total !== undefined) {
    state.total = {
      inputTokens: total.inputTokens + usage.inputTokens,
      outputTokens: total.outputTokens + usage.outputTokens,
      totalTokens: total.totalTokens + usage.totalTokens,
    };
  }
  state.tokens = tokensOf(usage, state.total);
}

/** The agent's id, otherwise the number of the message's first event. */
export function messageIdFor(state: FrameState, kind: string, messageId: string | undefined, seq: number): string {
  const { open } = state;
  if (open !== undefined && open.kind === kind && open.messageId === messageId) return open.id;
  const id = messageId ?? ownMessageId(seq);
  state.open = { kind, messageId, id };
  return id;
}

export const OWN_ID_PREFIX = "seq-";

export function ownMessageId(seq: number): string {
  return `${OWN_ID_PREFIX}${seq}`;
}

/** The selected model in these options. */
export function modelOf(options: readonly SessionConfigOption[]): string | undefined {
  for (const option of options) {
    if (option.type === "select" && option.category === "model") return option.currentValue;
  }
  return undefined;
}

function tokensOf(usage: Usage | undefined, total: Usage | undefined): TokenState {
  if (usage === undefined && total === undefined) return NO_TOKENS;
  return {
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    totalTokens: usage?.totalTokens ?? 0,
    ...(total === undefined
      ? {}
      : {
          accumulatedInputTokens: total.inputTokens,
          accumulatedOutputTokens: total.outputTokens,
          accumulatedTotalTokens: total.totalTokens,
        }),
  };
}
