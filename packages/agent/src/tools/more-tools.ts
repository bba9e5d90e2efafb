// All tools other than those for files and commands: one line each.
import { createAppTool } from "./apps/create-app.ts";
import { listAppsTool } from "./apps/list-apps.ts";
import { openAppTool } from "./apps/open-app.ts";
import { updateAppTool } from "./apps/update-app.ts";
import { browserTool } from "./browser/browser-tool.ts";
import { askTool } from "./conversation/ask.ts";
import { planTool } from "./conversation/plan.ts";
import { taskTool } from "./conversation/task.ts";
import { fetchTool } from "./fetch/fetch-tool.ts";
import { forgetTool } from "./memory/forget.ts";
import { recallTool } from "./memory/recall.ts";
import { rememberTool } from "./memory/remember.ts";
import type { Tool } from "./tool.ts";

export const moreTools: readonly Tool[] = [
  fetchTool,
  browserTool,
  rememberTool,
  recallTool,
  forgetTool,
  createAppTool,
  listAppsTool,
  updateAppTool,
  openAppTool,
  planTool,
  taskTool,
  askTool,
];
