// Claude, at Anthropic and wherever its Messages API is available.
// https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking
import type { ModelRequest, ThinkingLevel } from "../../model.ts";
import { messagesOfTurn, type Dialect, type Json } from "../dialect.ts";

/** For models with a thinking budget in tokens. */
export const THINKING_BUDGETS: Readonly<Record<Exclude<ThinkingLevel, "off">, number>> = {
  low: 4_096,
  medium: 10_240,
  high: 24_576,
};

/** Models with adaptive thinking, which take an effort. */
const ADAPTIVE = /claude-(?:opus|sonnet|haiku|fable|[a-z]+)-(?:4-[6-9]|[5-9]|\d\d)(?!\d)/;

export const anthropicDialect: Dialect = {
  namespace: "anthropic",
  takesPlainThoughts: false,
  takesResultImages: true,
  files: /^application\/pdf$/,
  optional: { thinking: /thinking/i, effort: /effort|output_config/i },
  needsOutputMax: true,
  cachesTools: true,
  cacheMark: () => ({ cacheControl: { type: "ephemeral" } }),
  options: (request, info, model) => ({
    // Fine-grained streaming of calls is not needed and makes invalid JSON more likely.
    toolStreaming: false,
    ...(info.thinks ? toThinking(request, model) : {}),
  }),
};

function toThinking(request: ModelRequest, model: string): Record<string, Json> {
  const { thinking } = request;
  if (isAdaptive(model)) {
    if (thinking === "off") return { thinking: { type: "disabled" } };
    return { thinking: { type: "adaptive", display: "summarized" }, effort: thinking };
  }
  if (thinking === "off" || hasUnthoughtCalls(request)) return {};
  return { thinking: { type: "enabled", budgetTokens: THINKING_BUDGETS[thinking] } };
}

export function isAdaptive(model: string): boolean {
  return ADAPTIVE.test(model);
}

/**
 * Thinking cannot start in the middle of a turn: the answer with the calls must have started with a thought.
 * So a change of level applies from the next turn on.
 */
export function hasUnthoughtCalls({ messages }: ModelRequest): boolean {
  const answer = messagesOfTurn(messages).findLast(({ role }) => role === "assistant");
  if (answer?.role !== "assistant" || !answer.parts.some(({ type }) => type === "tool_call")) return false;
  const [first] = answer.parts;
  return first?.type !== "thought" || first.provider === undefined;
}
