// The line under the input: agent, mode, context usage and cost.
import { neutralLine } from "@parley/base";
import type { SessionChoices } from "../../conversation/conversation.ts";
import type { TranscriptState } from "@parley/acp/transcript";
import { line, span, type Line, type Span } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortened } from "../../terminal/width.ts";
import { lineWidth, shortenedLine } from "../../terminal/wrap.ts";
import { describeContextUse, formatCost } from "@parley/chat-model";

export interface StatusModel {
  readonly agentTitle: string;
  readonly choices: SessionChoices | undefined;
  /** What the agent may do without asking. */
  readonly level?: string | undefined;
  readonly state: Pick<TranscriptState, "usage" | "cost"> | undefined;
  readonly isOpen: boolean;
  /** Temporarily replaces the line. */
  readonly notice?: string | undefined;
}

const NAME_COLUMNS_MAX = 28;
/** Levels at which agents do much without asking. */
const LOOSE_LEVELS: ReadonlySet<string> = new Set(["bypass", "autopilot"]);

export function drawStatus(model: StatusModel, theme: Theme): Line {
  if (model.notice !== undefined) return line("  ", span(shortened(model.notice, theme.columns - 2), "warn"));
  let parts = partsOf(model);
  const width = (): number =>
    lineWidth(
      joined(
        parts.map(({ shown }) => shown),
        theme,
      ),
    );
  // The least important parts are dropped first: a narrow terminal still shows agent, mode and level.
  while (parts.length > 1 && width() > theme.columns) {
    const least = Math.min(...parts.map(({ weight }) => weight));
    parts = parts.filter(({ weight }) => weight !== least);
  }
  return shortenedLine(
    joined(
      parts.map(({ shown }) => shown),
      theme,
    ),
    theme.columns,
  );
}

interface Part {
  readonly shown: Span;
  readonly weight: number;
}

/** The priority of each part in a narrow terminal. */
const WEIGHTS = { agent: 7, level: 6, mode: 5, context: 4, model: 3, cost: 2, details: 1, help: 0 } as const;

function partsOf({ agentTitle, choices, level, state, isOpen }: StatusModel): Part[] {
  const parts: Part[] = [];
  const add = (name: keyof typeof WEIGHTS, shown: Span): void => void parts.push({ shown, weight: WEIGHTS[name] });
  add("agent", span(shortened(agentTitle, NAME_COLUMNS_MAX), "dim"));
  const mode = choices?.modes.find(({ id }) => id === choices.modeId);
  const model = choices?.models.find(({ id }) => id === choices.modelId);
  if (mode !== undefined) add("mode", span(short(mode.name), "accent"));
  if (model !== undefined) add("model", span(short(model.name), "dim"));
  if (level !== undefined) add("level", span(level, LOOSE_LEVELS.has(level) ? "warn" : "dim"));
  const use = describeContextUse(state?.usage);
  if (use !== undefined) add("context", span(use.text, use.isNearlyFull ? "warn" : "dim"));
  if (state?.cost) add("cost", span(formatCost(state.cost.amount, neutralLine(state.cost.currency)), "dim"));
  if (isOpen) add("details", span("details on", "dim"));
  add("help", span("? for keys", "dim"));
  return parts;
}

function joined(parts: readonly Span[], { symbols }: Theme): Line {
  const separator = span(` ${symbols.separator} `, "dim");
  return [{ text: "  " }, ...parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))];
}

function short(name: string): string {
  return shortened(neutralLine(name), NAME_COLUMNS_MAX);
}
