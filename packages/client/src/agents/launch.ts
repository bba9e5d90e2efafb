// How an agent is started: what finding one comes down to, and what starting one begins with.
import type { Quirk } from "./quirks.ts";

export interface AgentLaunch {
  /** What people type: `goose`. A command given whole has its program's name. */
  readonly name: string;
  /** What people read: `goose`, `Claude Code`. */
  readonly title: string;
  /** The program, found and executable, or a name for the PATH. */
  readonly command: string;
  readonly args: readonly string[];
  /** On top of what a child inherits. */
  readonly env: Readonly<Record<string, string>>;
  /** As the program itself says, where it was asked. */
  readonly version?: string | undefined;
  /** What to do when it says that signing in is needed. */
  readonly authHint?: string | undefined;
  /** It is our own agent, which is trusted, and starts its tools in the sandbox: PARLEY_SANDBOX says which. */
  readonly sandboxesItself?: boolean | undefined;
  /** Faults to work around (default: those in the table for its name, program and version). */
  readonly quirks?: readonly Quirk[] | undefined;
}

/** Looks for the agent anew each time: it may have been installed or updated since. Rejects with `agent_not_found`, `agent_version`, or `agent_spawn_failed` if it is there but cannot be started. */
export type FindAgent = () => Promise<AgentLaunch>;
