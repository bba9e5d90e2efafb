// What a session needs of the agent it belongs to.
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
  /** What the agent's process runs in. */
  readonly sandbox?: AgentSandbox | undefined;
  /** The agent as it runs now; started, or waited for, if it does not. */
  ready(): Promise<AgentRun>;
  /** Starts it again, because it does not react any more. */
  replace(): Promise<void>;
  fork(session: ForkedSession): Promise<Session>;
  onClosed(session: Session): void;
}

/** What is needed of a session to fork it. */
export interface ForkedSession {
  readonly id: string;
  readonly setup: SessionSetup;
  readonly attachment: { ready(): Promise<SessionLink> };
}

/** A session as one process of the agent serves it. */
export interface SessionLink {
  readonly run: AgentRun;
  readonly mailbox: SessionMailbox;
  readonly agentSessionId: string;
  /** Settles when the agent has answered the prompt whose turn was ended by force; undefined if it owes no answer. */
  owed: Promise<void> | undefined;
}
