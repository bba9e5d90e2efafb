// The line under the input: with whom one talks, in which mode, how full the context is, what it cost.
import { neutralLine } from "@parley/base";
import type { SessionChoices } from "../../conversation/conversation.ts";
import type { TranscriptState } from "@parley/acp/transcript";
import { line, span, type Line, type Span } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortened } from "../../terminal/width.ts";
import { lineWidth } from "../../terminal/wrap.ts";
import { describeContextUse, formatCost } from "@parley/chat-model";

export interface StatusModel {
  readonly agentTitle: string;
  readonly choices: SessionChoices | undefined;
  /** What the agent may do without asking. */
  readonly level?: string | undefined;
  readonly state: Pick<TranscriptState, "usage" | "cost"> | undefined;
  readonly isOpen: boolean;
  /** Said in its place for a moment. */
  readonly notice?: string | undefined;
}

const NAME_COLUMNS_MAX = 28;
/** Levels at which much happens without a question. */
const LOOSE_LEVELS: ReadonlySet<string> = new Set(["bypass", "autopilot"]);

export function drawStatus(model: StatusModel, theme: Theme): Line {
  if (model.notice !== undefined) return line("  ", span(shortened(model.notice, theme.columns - 2), "warn"));
  const parts = partsOf(model);
  // From the end: what matters most stands first.
  while (parts.length > 1 && lineWidth(joined(parts, theme)) > theme.columns) parts.pop();
  return joined(parts, theme);
}

function partsOf({ agentTitle, choices, level, state, isOpen }: StatusModel): Span[] {
  const parts = [span(shortened(agentTitle, NAME_COLUMNS_MAX), "dim")];
  const mode = choices?.modes.find(({ id }) => id === choices.modeId);
  const model = choices?.models.find(({ id }) => id === choices.modelId);
  if (mode !== undefined) parts.push(span(short(mode.name), "accent"));
  if (model !== undefined) parts.push(span(short(model.name), "dim"));
  if (level !== undefined) parts.push(span(level, LOOSE_LEVELS.has(level) ? "warn" : "dim"));
  const use = describeContextUse(state?.usage);
  if (use !== undefined) parts.push(span(use.text, use.isNearlyFull ? "warn" : "dim"));
  if (state?.cost) parts.push(span(formatCost(state.cost.amount, neutralLine(state.cost.currency)), "dim"));
  if (isOpen) parts.push(span("details on", "dim"));
  parts.push(span("/help", "dim"));
  return parts;
}

function joined(parts: readonly Span[], { symbols }: Theme): Line {
  const separator = span(` ${symbols.separator} `, "dim");
  return [{ text: "  " }, ...parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))];
}

function short(name: string): string {
  return shortened(neutralLine(name), NAME_COLUMNS_MAX);
}
