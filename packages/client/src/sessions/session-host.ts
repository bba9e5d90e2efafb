// What a session needs from its agent.
import type { SessionStore } from "@parley/home/session-log";
import type { Clock, Timers } from "@parley/base";
import type { AgentRun } from "../connection/agent-run.ts";
import type { SessionMailbox } from "../connection/session-mailbox.ts";
import type { Feature } from "../features/feature.ts";
import type { ClientLimits } from "../limits.ts";
import type { AgentSandbox } from "../sandbox/agent-sandbox.ts";
import type { ReportProblem } from "../agent-problem.ts";
import type { SessionSetup } from "./session-setup.ts";
import type { Session } from "./session.ts";

export interface SessionHost {
  readonly agentName: string;
  readonly features: readonly Feature[];
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly limits: ClientLimits;
  readonly report: ReportProblem;
  /** The sandbox of the agent's process. */
  readonly sandbox?: AgentSandbox | undefined;
  /** The current run of the agent; starts it or waits for it if necessary. */
  ready(): Promise<AgentRun>;
  /** Restarts it because it no longer responds. */
  replace(): Promise<void>;
  fork(session: ForkedSession): Promise<Session>;
  onClosed(session: Session): void;
}

/** What forking a session needs. */
export interface ForkedSession {
  readonly id: string;
  readonly setup: SessionSetup;
  readonly attachment: { ready(): Promise<SessionLink> };
}

/** A session on one process of the agent. */
export interface SessionLink {
  readonly run: AgentRun;
  readonly mailbox: SessionMailbox;
  readonly agentSessionId: string;
  /** Settles when the agent has answered a prompt whose turn was ended by force; undefined if no answer is due. */
  owed: Promise<void> | undefined;
}
