// Finds a background command by the id that the model got.
import type { ToolContext } from "../tool-context.ts";
import { failed, type ToolFailure } from "../tool.ts";
import { backgroundCommands, type BackgroundCommand } from "./background-commands.ts";

export function findBackground(context: ToolContext, id: string): BackgroundCommand | ToolFailure {
  const commands = backgroundCommands(context);
  const found = commands.get(id.trim());
  if (found !== undefined) return found;
  const there =
    commands.ids.length === 0 ? "No background commands are running." : `Running: ${commands.ids.join(", ")}.`;
  return failed(`Command ${id} not found, or it was stopped. ${there}`);
}
