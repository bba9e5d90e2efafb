// A command as a user would type it.
import { toShellLine } from "@parley/policy";

/** Without arguments the command is already a command line. */
export function toCommandLine(command: string, args: readonly string[]): string {
  if (args.length === 0) return command;
  return toShellLine([command, ...args]);
}
