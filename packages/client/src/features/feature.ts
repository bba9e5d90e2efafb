// A feature of the client: what it announces, and what it answers in each session. One file each, one line in a table.
import type { ClientCapabilities, ClientHandlers, SessionEventBody, ToolCallUpdate } from "@parley/acp";

/** What a feature knows of the session it serves. One object for all features of a session, and alive: its fields say how it is now. */
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
  /** Aborts when the running turn is cancelled: what it waits for is not wanted any more. */
  readonly turnSignal?: AbortSignal | undefined;
  /** Puts an event in the session's log and shows it. */
  record(body: SessionEventBody): void;
  /** Everything that the agent said of a tool call so far, the latest of each field; undefined if it said nothing. */
  toolCall?(toolCallId: string): ToolCallUpdate | undefined;
}

/**
 * The handlers are called with what the agent sent for this session only, while it is open. A method belongs to one feature, but
 * `session/update` is heard by all that have a handler for it.
 */
export interface OpenFeature {
  readonly handlers: ClientHandlers;
  /** Before the prompt is sent. What it rejects with is a note in the log, and the turn goes on. */
  beforeTurn?(): Promise<void>;
  /** After the turn's stop was recorded, before its result is given out. */
  afterTurn?(): Promise<void>;
  /** The agent's process is gone: what it had open here is not wanted any more. The session may go on with another one. */
  agentEnded?(): void;
  close(): Promise<void>;
}

export interface Feature {
  readonly name: string;
  readonly capabilities: ClientCapabilities;
  /** For what the agent asks outside of any session. */
  readonly outside?: ClientHandlers | undefined;
  open(scope: SessionScope): Promise<OpenFeature>;
}
