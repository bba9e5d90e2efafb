// What a session is opened with.
import type { McpServer } from "@parley/acp";
import type { SandboxSetting } from "@parley/base";
import type { RecordedEvent } from "./session.ts";

export interface SessionSetup {
  /** Ours, for a session that a store knows already; a new one unless given. */
  readonly id?: string | undefined;
  /** What the user calls a new session; the agent's title unless given. */
  readonly name?: string | undefined;
  /** Absolute. */
  readonly cwd: string;
  /** More folders that the session may touch. */
  readonly additionalFolders?: readonly string[] | undefined;
  readonly mcpServers?: readonly McpServer[] | undefined;
  /** For a server behind the agent: what it has to run in at least. */
  readonly sandbox?: SandboxSetting | undefined;
  readonly modeId?: string | undefined;
  readonly modelId?: string | undefined;
  readonly config?: Readonly<Record<string, string | boolean>> | undefined;
  /** Hears every event from the first one on; `onEvents` of the session begins when it is called. */
  readonly onEvents?: ((batch: readonly RecordedEvent[]) => void) | undefined;
}
