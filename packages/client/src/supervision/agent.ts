// What a surface sees of an agent: one supervised process, and the sessions on it.
import type { AuthMethod, InitializeResponse, McpServer, SessionInfo as AgentSessionInfo } from "@parley/acp";
import type { ParleyError, SandboxSetting } from "@parley/base";
import type { AgentLaunch } from "../agent-launch.ts";
import type { RecordedEvent, Session } from "../sessions/session.ts";

export type AgentState =
  | { readonly state: "stopped" }
  | { readonly state: "starting"; readonly attempt: number }
  | { readonly state: "running"; readonly pid: number; readonly launch: AgentLaunch; readonly info: InitializeResponse }
  /** `retryAtMs`: it is started again by itself then. */
  | {
      readonly state: "error";
      readonly error: ParleyError;
      readonly stderr: string;
      readonly retryAtMs?: number | undefined;
    };

/** What signing in takes, in a form that a surface can show. */
export type SignIn =
  /** The agent does it all once it is asked. */
  | { readonly type: "agent"; readonly method: AuthMethod }
  /** A program that has to run in a terminal, then the agent is started again. */
  | {
      readonly type: "terminal";
      readonly method: AuthMethod;
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  /** Values that the agent reads from its environment when it is started again. */
  | {
      readonly type: "variables";
      readonly method: AuthMethod;
      readonly variables: readonly SignInVariable[];
      readonly link?: string | undefined;
    };

export interface SignInVariable {
  readonly name: string;
  readonly label: string;
  readonly isSecret: boolean;
  readonly isOptional: boolean;
}

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

export interface Agent {
  readonly name: string;
  readonly state: AgentState;
  /** Stderr of this process and of those before it, its end. */
  readonly stderr: string;
  onState(listener: (state: AgentState) => void): () => void;
  /** Resolves when it runs and has answered `initialize`. */
  start(): Promise<InitializeResponse>;
  /** Resolves when the process that is being started has its first message, or will have none. What a surface loads later does not hold it up. */
  spawned(): Promise<void>;
  /** Looks for the program anew; sessions come back by `session/resume` or `session/load`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  newSession(setup: SessionSetup): Promise<Session>;
  /** Takes up a session of our store, by `session/resume`, else `session/load`; what is replayed is not recorded twice. */
  resumeSession(id: string, setup: Omit<SessionSetup, "cwd">): Promise<Session>;
  /** A session that only the agent knows: loaded with its history into our store. */
  importSession(agentSessionId: string, setup: SessionSetup): Promise<Session>;
  /** The agent's own list, all pages; undefined if it has none. */
  listSessions(cwd?: string): Promise<readonly AgentSessionInfo[] | undefined>;
  readonly signIns: readonly SignIn[];
  /** `values`: for the variables of a sign-in that has any. */
  signIn(methodId: string, values?: Readonly<Record<string, string>>): Promise<void>;
  signOut(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
