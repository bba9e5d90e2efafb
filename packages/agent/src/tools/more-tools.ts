// The tools beside those for files and commands: one line each.
import { askTool } from "./conversation/ask.ts";
import { planTool } from "./conversation/plan.ts";
import { taskTool } from "./conversation/task.ts";
import { forgetTool } from "./memory/forget.ts";
import { recallTool } from "./memory/recall.ts";
import { rememberTool } from "./memory/remember.ts";
import type { Tool } from "./tool.ts";

export const moreTools: readonly Tool[] = [planTool, taskTool, askTool, rememberTool, recallTool, forgetTool];
