// The type of a command: a usage table, and a file that loads when the command is run.
import type { Log, ParleyError, Settings } from "@parley/base";
import type { Arguments, Usage } from "./arguments/usage.ts";
import type { ServerAccess } from "./server/server-access.ts";

export interface CommandContext {
  readonly settings: Settings;
  readonly log: Log;
  /** Absolute; set by `--cwd` if the command has that flag. */
  readonly cwd: string;
  /** Parley's data folder: `~/.parley`, or the value of PARLEY_HOME. */
  readonly home: string;
  /** Whether the user trusts the folder, so that its settings and rules apply. */
  readonly isTrusted: boolean;
  /** The contents of the configuration files, including keys that are not settings. */
  readonly config: ConfigFiles;
  /** Settings from the command line or the environment, which apply to this process only. */
  readonly given?: ReadonlySet<string> | undefined;
  /** Why the files could not be read, for commands that run anyway. */
  readonly configError?: ParleyError | undefined;
  /** The server that the command uses, if any. */
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

/** Returns the exit code; an error that it throws is printed and mapped to one. */
export type Run<U extends Usage = Usage> = (args: Arguments<U>, context: CommandContext) => Promise<number>;

export interface CommandRow {
  readonly usage: Usage;
  readonly load: () => Promise<{ readonly run: Run }>;
}

/** Checks a command's file against its usage table. */
export function command<U extends Usage>(usage: U, load: () => Promise<{ readonly run: Run<U> }>): CommandRow {
  // The parser has given each flag the type in its row of the table.
  return { usage, load: load as unknown as CommandRow["load"] };
}
