// What the checks need of a client: one agent, its sessions, and a person who answers.
import type { ContentBlock, InitializeResponse, McpServer, SessionEvent, SessionUpdate, Usage } from "@parley/acp";
import type { PermissionQuestion } from "@parley/client";

export interface Turn {
  readonly stopReason?: string | undefined;
  readonly error?: string | undefined;
  readonly usage?: Usage | undefined;
  /** Files that were reported to differ from what was approved. */
  readonly differing?: readonly string[] | undefined;
}

export interface DrivenSession {
  /** Ours. */
  readonly id: string;
  /** The agent's. */
  readonly agentSessionId: string;
  /** All since it was opened here. */
  readonly events: readonly SessionEvent[];
  readonly updates: readonly SessionUpdate[];
  /** The first that fits from now on. */
  next(fits: (update: SessionUpdate) => boolean): Promise<SessionUpdate>;
  readonly modeIds: readonly string[];
  readonly modeId: string | undefined;
  setMode(modeId: string): Promise<void>;
  prompt(blocks: readonly ContentBlock[]): Promise<Turn>;
  /** Resolves when the turn has ended. */
  cancel(): Promise<void>;
  fork(): Promise<DrivenSession>;
  /** Here and at the agent; it can be resumed. */
  close(): Promise<void>;
  /** Forgotten here and at the agent. */
  delete(): Promise<void>;
}

/** The person at the client: says the same to every question, and keeps them. */
export interface Person {
  answer: "allow" | "reject";
  readonly questions: PermissionQuestion[];
}

export interface Driver {
  readonly info: InitializeResponse;
  readonly person: Person;
  /** The end of what the agent wrote to stderr. */
  readonly stderr: string;
  /** What was odd about the agent, and survived. */
  readonly problems: readonly string[];
  /** Whether the agent announced it, by its path: `sessionCapabilities.list`. */
  supports(capability: string): boolean;
  newSession(): Promise<DrivenSession>;
  /** The agent's ids of its sessions. */
  listSessions(): Promise<readonly string[]>;
  /** A session that only the agent knows, with its history. */
  importSession(agentSessionId: string): Promise<DrivenSession>;
  /** A session of our store. */
  resumeSession(id: string): Promise<DrivenSession>;
  /** Ends the agent. */
  close(): Promise<void>;
}

export interface DriverOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Where the client keeps its sessions, rules and snapshots. */
  readonly parleyHome: string;
  /** Without the workarounds for the agent's faults. */
  readonly ignoresQuirks?: boolean | undefined;
  /** Those that the agent cannot reach are left out. */
  readonly mcpServers: readonly McpServer[];
}
