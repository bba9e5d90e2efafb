// What a command is: a table of what it takes, and a file that loads when it is called.
import type { Log, ParleyError, Settings } from "@parley/base";
import type { Arguments, Usage } from "./arguments/usage.ts";
import type { ServerAccess } from "./server/server-access.ts";

export interface CommandContext {
  readonly settings: Settings;
  readonly log: Log;
  /** Absolute; as `--cwd` says, where the command has it. */
  readonly cwd: string;
  /** Where Parley keeps its things: `~/.parley`, or as PARLEY_HOME says. */
  readonly home: string;
  /** The person trusts the folder: its own settings and rules count. */
  readonly isTrusted: boolean;
  /** What the files say beside settings. */
  readonly config: ConfigFiles;
  /** Settings that the command line or the environment decided, for this start alone. */
  readonly given?: ReadonlySet<string> | undefined;
  /** Why the files were not read, for a command that runs all the same. */
  readonly configError?: ParleyError | undefined;
  /** What the command works through, if it attached to one. */
  readonly server?: ServerAccess | undefined;
}

export interface ConfigFile {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ConfigFiles {
  readonly user: ConfigFile;
  /** Empty unless the folder is trusted. */
  readonly workspace: ConfigFile;
}

/** Runs to the end and says the exit code; what it throws is shown and mapped to one. */
export type Run<U extends Usage = Usage> = (args: Arguments<U>, context: CommandContext) => Promise<number>;

export interface CommandRow {
  readonly usage: Usage;
  readonly load: () => Promise<{ readonly run: Run }>;
}

/** Holds a command's file to its table. */
export function command<U extends Usage>(usage: U, load: () => Promise<{ readonly run: Run<U> }>): CommandRow {
  // The parser gives each flag the type that its row in the table says.
  return { usage, load: load as unknown as CommandRow["load"] };
}
