// A feature of the client: what it announces, and what it answers in each session. One file each, one line in a table.
import type { ClientCapabilities, ClientHandlers, SessionEventBody } from "@parley/acp";

/** What a feature knows of the session it serves. */
export interface SessionScope {
  /** Ours. */
  readonly id: string;
  /** The agent's. */
  readonly agentSessionId: string;
  readonly agentName: string;
  /** Absolute. */
  readonly cwd: string;
  /** The folders the session may touch, `cwd` first. */
  readonly roots: readonly string[];
  /** Undefined between turns. */
  readonly turnId: string | undefined;
  /** Puts an event in the session's log and shows it. */
  record(body: SessionEventBody): void;
}

/** The handlers are called with what the agent sent for this session only, while it is open. */
export interface OpenFeature {
  readonly handlers: ClientHandlers;
  /** Before the prompt is sent. What it rejects with is a note in the log, and the turn goes on. */
  beforeTurn?(): Promise<void>;
  /** After the turn's stop was recorded, before its result is given out. */
  afterTurn?(): Promise<void>;
  close(): Promise<void>;
}

export interface Feature {
  readonly name: string;
  readonly capabilities: ClientCapabilities;
  open(scope: SessionScope): Promise<OpenFeature>;
}
