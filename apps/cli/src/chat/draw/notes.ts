// Notices, notes, compactions and the end of a turn.
import { neutralise, neutralLine } from "@parley/base";
import { line, span, STYLES, type Line, type StyleName } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { drawMarkdown } from "../../terminal/markdown/blocks.ts";
import { wrapLine } from "../../terminal/wrap.ts";
import { describeContent, describeStop, formatDuration, type Block, type Severity } from "@parley/chat-model";

type BlockOf<Type extends Block["type"]> = Extract<Block, { type: Type }>;

const SEVERITY_STYLES: Readonly<Record<Severity, StyleName>> = { error: "bad", warning: "warn", info: "dim" };
/** A turn that took longer shows its duration. */
const LONG_TURN_MS = 10_000;

export function drawNote({ severity, text, detail }: Omit<BlockOf<"note">, "type">, theme: Theme): Line[] {
  const style = SEVERITY_STYLES[severity];
  const { symbols } = theme;
  const mark = { error: symbols.cross, warning: symbols.warning, info: symbols.separator }[severity];
  const first = line(span(`${mark} `, style));
  const rest: Line = [{ text: "  " }];
  const draw = (part: string, index: number, of: StyleName): Line[] =>
    wrapLine([{ text: part, style: STYLES[of] }], theme.columns, { first: index === 0 ? first : rest, rest });
  const head = neutralise(text).trimEnd().split("\n");
  const below = detail === undefined ? [] : neutralise(detail).trimEnd().split("\n");
  return [...head.flatMap((part, index) => draw(part, index, style)), ...below.flatMap((part) => draw(part, 1, "dim"))];
}

export function drawCompaction(
  { status, error, blocks }: BlockOf<"compaction">["item"],
  theme: Theme,
  isOpen: boolean,
): Line[] {
  const failed = status === "failed" ? `: ${neutralLine(error ?? "no reason given")}` : "";
  const words = status === "completed" ? "The conversation was summarized." : `Summarizing: ${status}${failed}`;
  const head = drawNote({ severity: status === "failed" ? "warning" : "info", text: words }, theme);
  if (!isOpen) return head;
  const summary = blocks.map((block) => (block.type === "text" ? block.text : describeContent(block))).join("\n");
  return [...head, ...drawMarkdown(neutralise(summary), theme)];
}

/** Empty for a turn that ended normally, unless it took long. */
export function drawStop({ item, ms }: Omit<BlockOf<"stop">, "type">, theme: Theme): Line[] {
  const text = describeStop(item);
  if (text !== undefined) return drawNote({ severity: item.error === null ? "warning" : "error", text }, theme);
  if (ms === undefined || ms < LONG_TURN_MS) return [];
  return [line(span(`${theme.symbols.separator} Took ${formatDuration(ms)}`, "dim"))];
}
