// An entry of the reader as lines: messages in full, tool calls and thoughts as one line until they are opened.
import type { Block, ToolView } from "@parley/chat-model";
import { contentDiff } from "@parley/chat-model";
import { isUnknown } from "@parley/acp";
import { plural } from "@parley/base";
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortenedLine } from "../../terminal/wrap.ts";
import { drawPrompt } from "../draw/content.ts";
import { drawBlock } from "../draw/draw-block.ts";
import { outputLines } from "../draw/tool-content.ts";
import { drawTool } from "../draw/tool.ts";
import type { Entry } from "./entries.ts";

/** Whether it has more content than its one line. */
export function isOpenable({ blocks }: Entry): boolean {
  return blocks.some(({ type }) => type === "tool" || type === "thought" || type === "compaction");
}

export function drawEntry({ blocks }: Entry, theme: Theme, isOpen: boolean): Line[] {
  return blocks.flatMap((block) => drawOne(block, theme, isOpen));
}

function drawOne(block: Block, theme: Theme, isOpen: boolean): Line[] {
  if (block.type === "prompt") return drawPrompt(block, theme, true);
  if (block.type !== "tool") return drawBlock(block, theme, isOpen);
  const { tool } = block;
  if (isOpen) return drawTool(tool, theme, { isOpen: true, isWhole: true });
  const summary = summarize(tool, theme);
  const room = {
    ...theme,
    columns: Math.max(20, theme.columns - summary.reduce((sum, { text }) => sum + text.length, 0)),
  };
  return drawTool(tool, room, { isOpen: false, isBare: true }).map((head) =>
    shortenedLine([...head, ...summary], theme.columns),
  );
}

/** The amount of hidden content: changed lines of a diff, lines of output. */
function summarize({ item, terminals }: ToolView, { symbols }: Theme): Line {
  let [added, removed, lines] = [0, 0, 0];
  for (const part of item.content) {
    if (isUnknown(part)) continue;
    if (part.type === "diff") {
      const diff = contentDiff(part);
      added += diff?.added ?? 0;
      removed += diff?.removed ?? 0;
    } else if (part.type === "content" && part.content.type === "text") lines += outputLines(part.content.text).length;
  }
  for (const { output, linesBefore } of terminals) lines += outputLines(output).length + linesBefore;
  return line(
    added > 0 ? span(`  +${added}`, "good") : undefined,
    removed > 0 ? span(`  ${symbols.minus}${removed}`, "bad") : undefined,
    lines > 0 ? span(`  ${plural(lines, "line")}`, "dim") : undefined,
  );
}
