// The extractor's state of a connection, for understanding its next message.
import { BoundedMap } from "./bounded-map.ts";
import { EXTRACT_ENDED_CALLS_MAX, EXTRACT_SESSIONS_MAX, EXTRACT_TOOL_CALLS_MAX, TERMINALS_MAX } from "../limits.ts";
import type { FileAction, Observation } from "./observation.ts";
import { SeenAccesses } from "./seen-accesses.ts";

export interface NamedAccess {
  readonly path: string;
  readonly action: FileAction;
  readonly from: Extract<Observation, { type: "file" }>["from"];
  readonly line?: number | undefined;
}

export interface ToolCallMemory {
  readonly toolCallId: string;
  title: string | undefined;
  name: string | undefined;
  kind: string | undefined;
  status: string | undefined;
  command: string | undefined;
  /** Where the command runs, if not in the session's folder. */
  folder: string | undefined;
  /** Announced writes that have not started yet. */
  held: readonly NamedAccess[];
  /** How much output was already examined. */
  scannedChars: number;
  /** Unanswered questions about it. */
  openQuestions: number;
  /** The user rejected it. If the agent does it anyway, the end of the call shows that. */
  isRefused: boolean;
}

export interface TerminalMemory {
  readonly terminalId: string;
  readonly command: string | undefined;
  hasExited: boolean;
  /** The beginning of an incomplete line. */
  rest: string;
  scannedChars: number;
}

export interface SessionMemory {
  readonly sessionId: string;
  cwd: string | undefined;
  /** From `session/load` to the next turn, updates replay history; agents send them before and after the response. */
  isHistory: boolean;
  /** The running turns, by the ids of their prompts, oldest first. */
  openTurns: string[];
  turns: number;
  readonly openCalls: Map<string, ToolCallMemory>;
  lastCompaction: string | undefined;
}

interface KnownCall {
  readonly session: SessionMemory;
  readonly call: ToolCallMemory;
}

export class ConnectionMemory {
  readonly seen = new SeenAccesses();
  readonly #sessions = new BoundedMap<string, SessionMemory>(EXTRACT_SESSIONS_MAX);
  readonly #toolCalls = new BoundedMap<string, KnownCall>(EXTRACT_TOOL_CALLS_MAX);
  /** Closed calls. Few more updates are expected, so fewer are kept. */
  readonly #closedCalls = new BoundedMap<string, KnownCall>(EXTRACT_ENDED_CALLS_MAX);
  readonly #terminals = new BoundedMap<string, TerminalMemory>(TERMINALS_MAX);
  heldWrites = 0;
  /** Version 2: turns end with a `state_update`, and a prompt may join a running turn. */
  isSecondVersion = false;
  /** The observed process is a component of a chain of proxies: its client and its successor share one pipe. */
  isChained = false;
  /** Forks whose session id is not known yet; updates for an unknown session are its history. */
  openForks = 0;

  session(sessionId: string): SessionMemory {
    const known = this.#sessions.touch(sessionId);
    if (known !== undefined) return known;
    const session: SessionMemory = {
      sessionId,
      cwd: undefined,
      isHistory: this.openForks > 0,
      openTurns: [],
      turns: 0,
      openCalls: new Map(),
      lastCompaction: undefined,
    };
    this.#sessions.set(sessionId, session);
    return session;
  }

  hasSession(sessionId: string): boolean {
    return this.#sessions.has(sessionId);
  }

  toolCall(session: SessionMemory, toolCallId: string): ToolCallMemory {
    const key = keyOf(session, toolCallId);
    const known = this.#toolCalls.touch(key) ?? this.#closedCalls.touch(key);
    if (known !== undefined) return known.call;
    const call = createToolCall(toolCallId);
    this.#forget(this.#toolCalls.set(key, { session, call }));
    return call;
  }

  terminal(session: SessionMemory, terminalId: string): TerminalMemory | undefined {
    return this.#terminals.touch(keyOf(session, terminalId));
  }

  addTerminal(session: SessionMemory, terminalId: string, command: string | undefined): TerminalMemory {
    const terminal: TerminalMemory = { terminalId, command, hasExited: false, rest: "", scannedChars: 0 };
    this.#terminals.set(keyOf(session, terminalId), terminal);
    return terminal;
  }

  /** Announced writes that have not started will not happen. */
  closeCall(session: SessionMemory, call: ToolCallMemory): void {
    this.#drop(session, call);
    const key = keyOf(session, call.toolCallId);
    if (this.#toolCalls.delete(key)) this.#forget(this.#closedCalls.set(key, { session, call }));
  }

  /** A later update may have reopened a closed call. */
  #forget(known: KnownCall | undefined): void {
    if (known !== undefined) this.#drop(known.session, known.call);
  }

  #drop(session: SessionMemory, call: ToolCallMemory): void {
    session.openCalls.delete(call.toolCallId);
    this.heldWrites -= call.held.length;
    call.held = [];
  }
}

export function isEnded(status: string | undefined): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

function keyOf({ sessionId }: SessionMemory, id: string): string {
  return `${sessionId}\0${id}`;
}

function createToolCall(toolCallId: string): ToolCallMemory {
  return {
    toolCallId,
    title: undefined,
    name: undefined,
    kind: undefined,
    status: undefined,
    command: undefined,
    folder: undefined,
    held: [],
    scannedChars: 0,
    openQuestions: 0,
    isRefused: false,
  };
}
