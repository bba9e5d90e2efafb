// Everything a tool can use: ports of its session, without direct access to the machine.
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
  /** What policy needs to know about paths and commands. */
  facts(): Promise<Facts>;
  /**
   * Whether a file may be read without asking, for tools that read many files without a decision on each.
   * Undefined: the default of a policy without rules.
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

/** The plan shown by the client. */
interface PlanPort {
  readonly entries: readonly PlanEntry[];
  replace(entries: readonly PlanEntry[]): void;
}

/** Asks the user: with a form where the client supports it, otherwise with options. */
export interface PersonPort {
  ask(question: PersonQuestion, signal: AbortSignal): Promise<PersonReply>;
}

export interface PersonQuestion {
  /** The id of the tool call that asks. */
  readonly callId: string;
  readonly question: string;
  /** Empty for a free text answer. */
  readonly choices: readonly string[];
}

export type PersonReply =
  | { readonly answer: string }
  /** The user is not available or declined. */
  | { readonly unanswered: string };

/** A sub-agent has its own loop and conversation, and asks for permissions in this session. */
export interface SubAgentPort {
  run(task: SubAgentTask, signal: AbortSignal, show: (progress: ToolProgress) => void): Promise<SubAgentResult>;
}

export interface SubAgentTask {
  readonly callId: string;
  readonly title: string;
  readonly instructions: string;
  /** The id of a mode (default: the session's mode). */
  readonly modeId?: string | undefined;
}

export type SubAgentResult = { readonly answer: string } | { readonly failed: string };

interface ToolSettings {
  /** Whether fetch and the browser may access this machine and private networks. */
  readonly allowsLoopback: boolean;
  /** The sandbox for commands. Tools that use the network directly are limited to the same hosts. */
  readonly sandbox?: { readonly mayReach: (hostname: string, port: number) => boolean } | undefined;
}
