// The built-in slash commands, in the order of /help.
import type { SlashCommand } from "./command.ts";
import { approvalCommand } from "./built-in/approval.ts";
import { compactCommand } from "./built-in/compact.ts";
import { costCommand } from "./built-in/cost.ts";
import { diffCommand } from "./built-in/diff.ts";
import { helpCommand } from "./built-in/help.ts";
import { initCommand } from "./built-in/init.ts";
import { mcpCommand } from "./built-in/mcp.ts";
import { memoryCommand } from "./built-in/memory.ts";
import { modeCommand } from "./built-in/mode.ts";
import { modelCommand } from "./built-in/model.ts";
import { planCommand } from "./built-in/plan.ts";
import { recipeCommand } from "./built-in/recipe.ts";
import { redoCommand } from "./built-in/redo.ts";
import { reviewCommand } from "./built-in/review.ts";
import { thinkingCommand } from "./built-in/thinking.ts";
import { undoCommand } from "./built-in/undo.ts";

export const builtInCommands: readonly SlashCommand[] = [
  helpCommand,
  modelCommand,
  modeCommand,
  approvalCommand,
  thinkingCommand,
  compactCommand,
  undoCommand,
  redoCommand,
  diffCommand,
  memoryCommand,
  mcpCommand,
  costCommand,
  initCommand,
  reviewCommand,
  planCommand,
  recipeCommand,
];
