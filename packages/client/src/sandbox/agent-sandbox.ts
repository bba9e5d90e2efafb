// What an agent and everything it starts run in, as whoever starts it chose.
import type { SandboxSetting } from "@parley/base";

export type SandboxMode = Exclude<SandboxSetting, "off">;

/** What a person adds for an agent in the configuration. */
export interface SandboxAccess {
  /** Where a limited network may lead, besides the hosts of the model provider: `host`, `host:port`, `*.host`. */
  readonly hosts?: readonly string[] | undefined;
  /** More places to read, and to write. Absolute, or with `~`. */
  readonly read?: readonly string[] | undefined;
  readonly write?: readonly string[] | undefined;
}

export interface AgentSandbox extends SandboxAccess {
  readonly mode: SandboxMode;
  /** The folders of its sessions, the workspace first. */
  readonly roots: readonly string[];
  readonly parleyHome: string;
}
