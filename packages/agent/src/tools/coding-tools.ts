// The tools for files and commands: one line each.
import { commandOutputTool } from "./command-output.ts";
import { deleteTool } from "./delete.ts";
import { editTool } from "./edit.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";
import { listTool } from "./list.ts";
import { moveTool } from "./move.ts";
import { readTool } from "./read.ts";
import { shellTool } from "./shell.ts";
import { stopCommandTool } from "./stop-command.ts";
import type { Tool } from "./tool.ts";
import { writeTool } from "./write.ts";

export const codingTools: readonly Tool[] = [
  readTool,
  writeTool,
  editTool,
  deleteTool,
  moveTool,
  listTool,
  globTool,
  grepTool,
  shellTool,
  commandOutputTool,
  stopCommandTool,
];
