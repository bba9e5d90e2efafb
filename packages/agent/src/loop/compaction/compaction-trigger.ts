// Says when a conversation is to be compacted before it goes to the model again.
import type { Conversation } from "../conversation.ts";
import { estimateText, toJson } from "../estimate-tokens.ts";
import { ANSWER_WINDOW_SHARE, COMPACTION_GAIN_SHARE, COMPACTION_MESSAGES_MIN } from "../limits.ts";
import type { StepSetup } from "../turn-input.ts";
import type { CompactEnd } from "../compact.ts";

export class CompactionTrigger {
  readonly #fraction: number;
  #hasFailed = false;
  /** What was left by the last compaction of this turn. */
  #leftTokens: number | undefined;

  constructor(fraction: number) {
    this.#fraction = fraction;
  }

  isDue(conversation: Conversation, setup: StepSetup): boolean {
    const { contextTokens } = setup.model.info;
    // What failed would fail before every step; the model says itself when it can take no more.
    if (this.#hasFailed || !Number.isFinite(contextTokens) || contextTokens <= 0) return false;
    // Instructions and tools can fill a small window by themselves: then there is nothing to gain.
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
