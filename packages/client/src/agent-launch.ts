// How an agent is started: the result of finding one.

/** A fault of an agent that the client works around. */
export interface AgentQuirk {
  /** Client capabilities that are not announced, by their path. */
  readonly withholds?: readonly string[] | undefined;
  /** In a prompt with an image or sound, links and embedded files are sent as text. */
  readonly linksAsTextBesideMedia?: boolean | undefined;
}

/** What an agent needs in its sandbox, in addition to what every sandbox has. */
export interface SandboxNeeds {
  /** Writable, relative to the home folder, or `$VAR` for a variable's value. Folders that do not exist are left out. */
  readonly folders: readonly string[];
  /** Hosts of its model provider. */
  readonly hosts: readonly string[];
}

export interface AgentLaunch {
  /** What people type: `goose`. A full command line has its program's name. */
  readonly name: string;
  /** What people read: `goose`, `Claude Code`. */
  readonly title: string;
  /** The program, found and executable, or a name to look up in PATH. */
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment that a child inherits. */
  readonly env: Readonly<Record<string, string>>;
  /** As the program reports it, if it was asked. */
  readonly version?: string | undefined;
  /** How to sign in, shown when the agent requires it. */
  readonly authHint?: string | undefined;
  /** Our own agent is trusted and starts only its tools in the sandbox that PARLEY_SANDBOX describes. */
  readonly sandboxesItself?: boolean | undefined;
  readonly sandboxNeeds?: SandboxNeeds | undefined;
  readonly quirks?: readonly AgentQuirk[] | undefined;
}

/** Searches again on every call, because the agent may have been installed or updated. Rejects with `agent_not_found`, `agent_version`, or `agent_spawn_failed` if it is present but cannot be started. */
export type FindAgent = () => Promise<AgentLaunch>;
