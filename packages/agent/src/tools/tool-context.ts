// What a tool can use: ports of its session, and nothing else of the machine.
import type { PlanEntry } from "@parley/acp";
import type { Clock, Log } from "@parley/base";
import type { Facts } from "@parley/machine";
import type { PathFacts } from "@parley/policy";
import type { SessionCommands } from "../client-io/session-commands.ts";
import type { SessionFiles } from "../client-io/session-files.ts";
import type { ToolProgress } from "./tool.ts";

export interface ToolContext {
  readonly sessionId: string;
  /** Absolute. */
  readonly cwd: string;
  /** The folders the session may touch, `cwd` first. */
  readonly roots: readonly string[];
  /** `~/.parley`. */
  readonly parleyHome: string;
  /** What policy needs to know of paths and commands. */
  facts(): Promise<Facts>;
  /**
   * Whether a file may be read without anybody being asked: for what looks at many files at once, each of which was not judged by
   * itself. Undefined: as policy has it where there are no rules.
   */
  readonly mayRead?: ((facts: PathFacts) => Promise<boolean>) | undefined;
  readonly files: SessionFiles;
  readonly commands: SessionCommands;
  readonly fetch: typeof fetch;
  readonly plan: PlanPort;
  readonly person: PersonPort;
  readonly subAgents: SubAgentPort;
  readonly settings: ToolSettings;
  readonly clock: Clock;
  readonly log: Log;
  /** A resource that is closed with the session, such as a browser or background commands; created on first use. */
  readonly resource: <Resource extends AsyncDisposable>(name: string, create: () => Resource) => Resource;
}

/** The plan that the client shows. */
interface PlanPort {
  readonly entries: readonly PlanEntry[];
  replace(entries: readonly PlanEntry[]): void;
}

/** Asks the user: with a form where the client supports it, otherwise with options. */
export interface PersonPort {
  ask(question: PersonQuestion, signal: AbortSignal): Promise<PersonReply>;
}

export interface PersonQuestion {
  /** Of the tool call that asks. */
  readonly callId: string;
  readonly question: string;
  /** None: free text. */
  readonly choices: readonly string[];
}

export type PersonReply =
  | { readonly answer: string }
  /** The user is not available or declined. */
  | { readonly unanswered: string };

/** Another loop with a conversation of its own, whose permissions are asked in this session. */
export interface SubAgentPort {
  run(task: SubAgentTask, signal: AbortSignal, show: (progress: ToolProgress) => void): Promise<SubAgentResult>;
}

export interface SubAgentTask {
  readonly callId: string;
  readonly title: string;
  readonly instructions: string;
  /** A mode's id; undefined: the one of the session. */
  readonly modeId?: string | undefined;
}

export type SubAgentResult = { readonly answer: string } | { readonly failed: string };

interface ToolSettings {
  /** Whether fetch and the browser may go to this machine and its private networks. */
  readonly allowsLoopback: boolean;
  /** What commands run in. Tools that use the network themselves are held to the same hosts. */
  readonly sandbox?: { readonly mayReach: (hostname: string, port: number) => boolean } | undefined;
}
