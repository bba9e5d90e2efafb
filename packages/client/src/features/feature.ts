// A feature of the client: the capabilities it announces, and the requests it handles in each session.
import type { ClientCapabilities, ClientHandlers, SessionEventBody, ToolCallUpdate } from "@parley/acp";

/** The session as its features see it. One live object for all features of a session. */
export interface SessionScope {
  /** Our id. */
  readonly id: string;
  /** The agent's id. */
  readonly agentSessionId: string;
  readonly agentName: string;
  /** Absolute. */
  readonly cwd: string;
  /** The folders the session may touch, `cwd` first. */
  readonly roots: readonly string[];
  /** Undefined between turns. */
  readonly turnId: string | undefined;
  /** Aborts when the running turn is cancelled. */
  readonly turnSignal?: AbortSignal | undefined;
  /** Records an event in the session's log and shows it. */
  record(body: SessionEventBody): void;
  /** What the agent has announced about a tool call, the latest of each field. */
  toolCall?(toolCallId: string): ToolCallUpdate | undefined;
}

/**
 * The handlers are called with what the agent sent for this session only, while it is open. A method belongs to one feature, but
 * `session/update` goes to every feature that handles it.
 */
export interface OpenFeature {
  readonly handlers: ClientHandlers;
  /** Before the prompt is sent. A rejection becomes a note in the log, and the turn continues. */
  beforeTurn?(): Promise<void>;
  /** After the turn's stop was recorded, before its result is returned. */
  afterTurn?(): Promise<void>;
  /** The agent's process has ended: releases what it had open. The session may continue with another process. */
  agentEnded?(): void;
  close(): Promise<void>;
}

export interface Feature {
  readonly name: string;
  readonly capabilities: ClientCapabilities;
  /** Handles requests outside of any session. */
  readonly outside?: ClientHandlers | undefined;
  open(scope: SessionScope): Promise<OpenFeature>;
}
