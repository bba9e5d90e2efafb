// An agent as a surface sees it: one supervised process and its sessions.
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
  /** `retryAtMs`: when it is restarted automatically. */
  | {
      readonly state: "error";
      readonly error: ParleyError;
      readonly stderr: string;
      readonly retryAtMs?: number | undefined;
    };

export interface Agent {
  readonly name: string;
  readonly state: AgentState;
  /** The end of stderr, of this process and the ones before it. */
  readonly stderr: string;
  onState(listener: (state: AgentState) => void): () => void;
  /** Gets pieces of stderr as they arrive, without the values of variables that the agent was given. */
  onStderr(listener: (text: string) => void): () => void;
  /** Resolves when it is running and has answered `initialize`. */
  start(): Promise<InitializeResponse>;
  /** Resolves when the process that is being started has received its first message, or failed. A surface can load the rest of its code then. */
  spawned(): Promise<void>;
  /** Finds the program again; sessions are restored by `session/resume` or `session/load`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  newSession(setup: SessionSetup): Promise<Session>;
  /** Resumes a session of our store by `session/resume`, else `session/load`; replayed history is not recorded twice. */
  resumeSession(id: string, setup: Omit<SessionSetup, "cwd">): Promise<Session>;
  /** Loads a session that only the agent has, with its history, into our store. */
  importSession(agentSessionId: string, setup: SessionSetup): Promise<Session>;
  /** The agent's own list, all pages; undefined if the agent cannot list sessions. */
  listSessions(cwd?: string): Promise<readonly AgentSessionInfo[] | undefined>;
  readonly signIns: readonly SignIn[];
  /** `values`: the variables of the sign-in, if it has any. */
  signIn(methodId: string, values?: Readonly<Record<string, string>>): Promise<void>;
  signOut(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
