// Slash commands as ACP announces them.
import type { AvailableCommand } from "@parley/acp";
import { toOneLine } from "@parley/base";
import type { SlashCommand } from "./command.ts";
import { COMMAND_DESCRIPTION_CHARS_MAX } from "../limits.ts";

/** Of duplicate names only the first, which is the one that runs. */
export function toAvailable(commands: readonly SlashCommand[]): AvailableCommand[] {
  const byName = new Map<string, SlashCommand>();
  for (const command of commands) if (!byName.has(command.name)) byName.set(command.name, command);
  return Array.from(byName.values(), ({ name, description, hint }) => ({
    name,
    description: toOneLine(description, COMMAND_DESCRIPTION_CHARS_MAX),
    ...(hint !== undefined && { input: { hint: toOneLine(hint, COMMAND_DESCRIPTION_CHARS_MAX) } }),
  }));
}
