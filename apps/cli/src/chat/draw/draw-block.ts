// A block as lines: one function per type, each in a file of its own where it takes more than a few lines.
import { neutralise } from "@parley/base";
import type { Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { drawMarkdown } from "../../terminal/markdown/blocks.ts";
import type { TerminalBlock } from "../terminal-block.ts";
import { drawChanges } from "./changes.ts";
import { drawContentBlock, drawPrompt } from "./content.ts";
import { drawElicitation } from "./elicitation.ts";
import { drawCompaction, drawNote, drawStop } from "./notes.ts";
import { drawPlan } from "./plan.ts";
import { drawThought } from "./thought.ts";
import { drawTool } from "./tool.ts";

/** `isOpen`: with all its details. */
export function drawBlock(block: TerminalBlock, theme: Theme, isOpen: boolean): Line[] {
  switch (block.type) {
    case "prompt":
      return drawPrompt(block, theme, isOpen);
    case "answer":
      return drawMarkdown(neutralise(block.text), theme);
    case "thought":
      return drawThought(block, theme, isOpen);
    case "content":
      return drawContentBlock(block.content, theme);
    case "tool":
      return drawTool(block.tool, theme, { isOpen });
    case "plan":
      return drawPlan(block.entries, theme);
    case "elicitation":
      return drawElicitation(block.item, theme);
    case "compaction":
      return drawCompaction(block.item, theme, isOpen);
    case "stop":
      return drawStop(block, theme);
    case "changes":
      return drawChanges(block.item, theme);
    case "note":
      return drawNote(block, theme);
    case "lines":
      return [...block.lines];
    case "drawn":
      return [...block.draw(theme)];
  }
}
