// What a command is: a row in the table of commands.ts, and a file that loads when it is called.
import type { Log, Settings } from "@parley/base";

export interface CommandContext {
  readonly settings: Settings;
  readonly log: Log;
  readonly cwd: string;
}

/** Runs to the end and says the exit code; what it throws is shown and mapped to one. */
export type RunCommand = (args: readonly string[], context: CommandContext) => Promise<number>;

export interface CommandRow {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly run: RunCommand }>;
}
