// The programs behind agents, independent of our sessions: listing, installing, signing in, and their own sessions.
import type { SignIn } from "@parley/client";
import type { AgentJob, AgentJobs } from "./agent-jobs.ts";
import type { Variables } from "./given-launch.ts";
import type { HubSession } from "./sessions.ts";
import type {
  AddedProgram,
  CataloguedProgram,
  InstallChoice,
  NewProgram,
  RemovedProgram,
} from "./program-catalogue.ts";

/** A session that an agent stores itself, including those started without Parley. */
export interface ProgramSession {
  /** The agent's id. */
  readonly agentSessionId: string;
  readonly cwd: string;
  readonly title?: string | undefined;
  /** In the agent's format. */
  readonly updatedAt?: string | undefined;
  /** Our session that continues it, if there is one. */
  readonly sessionId?: string | undefined;
}

export interface WantedProgramSession {
  readonly agentSessionId: string;
  /** Absolute (default: the folder that the agent lists it with, otherwise the hub's default folder). */
  readonly cwd?: string | undefined;
}

/** `signed_in`: through this server. `not_needed`: a session opened without that. */
export type SignInState = "unknown" | "needed" | "signed_in" | "not_needed";

export interface ProgramProcess {
  readonly state: "stopped" | "starting" | "running" | "error";
  readonly pid?: number | undefined;
  readonly cwd: string;
  /** Number of its sessions. */
  readonly sessions: number;
}

/** The catalogue's entry, with this hub's own information. */
export interface ListedProgram extends CataloguedProgram {
  readonly signIn: SignInState;
  readonly processes: readonly ProgramProcess[];
}

export interface ProgramLog extends ProgramProcess {
  /** The end of stderr, without secrets. */
  readonly text: string;
}

/** By the names of `agents`. Rejects with `agent_not_found`, or with `capability_missing` for an agent that is not a program. */
export interface Programs {
  /** `registry`: download the registry and list its agents as well. */
  list(options?: { readonly registry?: boolean | undefined }): Promise<readonly ListedProgram[]>;
  /** Replaces one of the same name. Rejects if it cannot be started. */
  add(name: string, program: NewProgram): Promise<AddedProgram>;
  /** Only a program that Parley installed or that was added. */
  remove(name: string): Promise<RemovedProgram>;
  install(name: string, choice?: InstallChoice): AgentJob;
  update(name: string): AgentJob;
  /** Installations and sign-ins, running or ended. */
  readonly jobs: AgentJobs;

  /** Starts the agent; works also while it refuses sessions. */
  signIns(name: string): Promise<readonly SignIn[]>;
  /** `values`: variables of the sign-in. They are kept in memory, for all processes of the agent that are started later. */
  signIn(name: string, methodId: string, values?: Variables): Promise<AgentJob>;
  /** Rejects with `session_busy` while one of its sessions runs a turn. */
  signOut(name: string): Promise<void>;
  /** How many processes were restarted. Their sessions continue. Rejects with `session_busy` while one of them runs a turn. */
  restart(name: string): Promise<number>;
  log(name: string): Promise<readonly ProgramLog[]>;
  /** The latest messages with its processes, as the lines of a trace, without secrets. */
  traffic(name: string, options?: { readonly limit?: number | undefined }): Promise<readonly string[]>;

  /** The agent's list, in its order. Starts the agent. Rejects with `capability_missing` if it cannot list sessions. */
  sessions(name: string, options?: { readonly cwd?: string | undefined }): Promise<readonly ProgramSession[]>;
  /**
   * Our session that continues one of the agent's, with the history that the agent replays. The same one gives the same session.
   * Rejects with `session_not_found` if the agent does not have it, or with `capability_missing`.
   */
  openSession(name: string, wanted: WantedProgramSession): Promise<HubSession>;
}
