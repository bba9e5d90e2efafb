// What a surface sees of an agent: one supervised process, and the sessions on it.
import type { InitializeResponse, SessionInfo as AgentSessionInfo } from "@parley/acp";
import type { ParleyError } from "@parley/base";
import type { AgentLaunch } from "../agent-launch.ts";
import type { SignIn } from "../connection/sign-ins.ts";
import type { SessionSetup } from "../sessions/session-setup.ts";
import type { Session } from "../sessions/session.ts";

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
