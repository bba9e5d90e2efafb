// The options of opening a session.
import type { McpServer } from "@parley/acp";
import type { SandboxSetting } from "@parley/base";
import type { SessionPolicy } from "@parley/policy";
import type { RecordedEvent } from "./session.ts";

export interface SessionSetup {
  /** Our id, for a session that the store already has (default: a new one). */
  readonly id?: string | undefined;
  /** The user's name for a new session (default: the agent's title). */
  readonly name?: string | undefined;
  /** Absolute. */
  readonly cwd: string;
  /** More folders that the session may touch. */
  readonly additionalFolders?: readonly string[] | undefined;
  readonly mcpServers?: readonly McpServer[] | undefined;
  /** For a server behind the agent: the least strict sandbox that is acceptable. */
  readonly sandbox?: SandboxSetting | undefined;
  /** For a server behind the agent, or an agent that leaves decisions to its client: the current policy. */
  readonly policy?: (() => Partial<SessionPolicy>) | undefined;
  readonly modeId?: string | undefined;
  readonly modelId?: string | undefined;
  readonly config?: Readonly<Record<string, string | boolean>> | undefined;
  /** Gets every event from the first one on; `onEvents` of the session starts when it is called. */
  readonly onEvents?: ((batch: readonly RecordedEvent[]) => void) | undefined;
}
