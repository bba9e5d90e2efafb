// The sandbox of an agent and everything it starts, as its caller configured it.
import type { SandboxSetting } from "@parley/base";

export type SandboxMode = Exclude<SandboxSetting, "off">;

/** What the user's configuration adds for an agent. */
export interface SandboxAccess {
  /** Hosts that a limited network may reach, besides those of the model provider: `host`, `host:port`, `*.host`. */
  readonly hosts?: readonly string[] | undefined;
  /** Additional paths to read or write. Absolute, or starting with `~`. */
  readonly read?: readonly string[] | undefined;
  readonly write?: readonly string[] | undefined;
}

export interface AgentSandbox extends SandboxAccess {
  readonly mode: SandboxMode;
  /** The folders of its sessions, the workspace first. */
  readonly roots: readonly string[];
  readonly parleyHome: string;
}
