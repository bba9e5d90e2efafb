// A block as lines: one function per type, each in a file of its own where it takes more than a few lines.
import type { Line } from "../../terminal/line.ts";
import type { Look } from "../../terminal/look.ts";
import { drawMarkdown } from "../../terminal/markdown/blocks.ts";
import { neutralise } from "../../terminal/neutral-text.ts";
import type { Block } from "../feed/block.ts";
import { drawChanges } from "./changes.ts";
import { drawContentBlock, drawPrompt } from "./content.ts";
import { drawElicitation } from "./elicitation.ts";
import { drawCompaction, drawNote, drawStop } from "./notes.ts";
import { drawPlan } from "./plan.ts";
import { drawThought } from "./thought.ts";
import { drawTool } from "./tool.ts";

/** `isOpen`: with all its details. */
export function drawBlock(block: Block, look: Look, isOpen: boolean): Line[] {
  switch (block.type) {
    case "prompt":
      return drawPrompt(block.blocks, look);
    case "answer":
      return drawMarkdown(neutralise(block.text), look);
    case "thought":
      return drawThought(block, look, isOpen);
    case "content":
      return drawContentBlock(block.content, look);
    case "tool":
      return drawTool(block.tool, look, { isOpen });
    case "plan":
      return drawPlan(block.entries, look);
    case "elicitation":
      return drawElicitation(block.item, look);
    case "compaction":
      return drawCompaction(block.item, look, isOpen);
    case "stop":
      return drawStop(block, look);
    case "changes":
      return drawChanges(block.item, look);
    case "note":
      return drawNote(block, look);
    case "lines":
      return [...block.lines];
    case "drawn":
      return [...block.draw(look)];
  }
}
