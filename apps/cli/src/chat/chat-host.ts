// The chat's host: the sessions of a hub or of this process, and the agent that answers.
import type { AvailableCommand, ContentBlock, PromptCapabilities } from "@parley/acp";
import type { Transcript } from "@parley/acp/transcript";
import type { NoteBlock } from "@parley/chat-model";
import type { SignIn } from "@parley/client";
import type { QueuedPrompt } from "@parley/contract";
import type { SessionInfo, SessionStore } from "@parley/home/session-log";
import type { ApprovalLevel } from "@parley/policy";
import type { ConnectionState, Remote } from "@parley/remote";
import type { RecordedEvent, SessionChoices, TurnResult } from "../conversation/conversation.ts";
import type { TurnLimits } from "../client/turn-limits.ts";

export type EventListener = (batch: readonly RecordedEvent[]) => void;

/** A session that is open in the chat. */
export interface OpenSession {
  readonly id: string;
  readonly cwd: string;
  readonly transcript: Transcript;
  readonly choices: SessionChoices;
  readonly commands: readonly AvailableCommand[];
  readonly isRunning: boolean;
  /** Whether it was deleted on another surface. */
  readonly isGone?: boolean;
  /** Queued prompts of all surfaces, next one first. */
  readonly waiting: readonly QueuedPrompt[];
  /** Whether the turn was started from here. */
  isOwnTurn(turnId: string): boolean;
  /** The session's own approval level, if it has one. */
  readonly level?: string | undefined;
  /** Settles when its turn is over. Aborting withdraws a waiting prompt. */
  prompt(
    blocks: readonly ContentBlock[],
    options: { readonly signal: AbortSignal; readonly limits: TurnLimits | undefined },
  ): Promise<TurnResult>;
  cancel(options: { readonly force: boolean }): Promise<void>;
  setMode(modeId: string): Promise<void>;
  setModel(modelId: string): Promise<void>;
  setConfigOption(configId: string, value: string | boolean): Promise<void>;
  setLevel?(level: ApprovalLevel): Promise<void>;
  /** Another agent continues the session from the next prompt on. */
  handOver?(agent: string): Promise<void>;
  onEvents(listener: EventListener): () => void;
}

/** The agent of the open session, or of the one that is being opened. */
export interface ChatAgent {
  /** Parley's name for it. */
  readonly name: string;
  /** For display. */
  readonly title: string;
  readonly version: string | undefined;
  readonly promptCapabilities: PromptCapabilities | undefined;
  /** For `/status`. */
  readonly details: string;
  /** What it is doing while it cannot accept prompts. */
  work(nowMs: number): { readonly text: string; readonly startedAt: number } | undefined;
  signIns(): Promise<readonly SignIn[]>;
  signIn(methodId: string, values?: Readonly<Record<string, string>>): Promise<void>;
  signOut(): Promise<void>;
  restart(): Promise<void>;
}

export interface ChatHostEvents {
  /** The content of the status line has changed. */
  readonly onChange: () => void;
  readonly print: (block: NoteBlock) => void;
}

export interface ChatHost {
  readonly agent: ChatAgent;
  readonly sessions: Pick<SessionStore, "find" | "list">;
  /** Undefined: the sessions are in this process, and end with it. */
  readonly connection: ConnectionState | undefined;
  /** Requests to the hub about its sessions. */
  readonly requests: Pick<Remote, "request" | "call">;
  /** The agents run on this machine. */
  readonly isLocal: boolean;
  /** Before anything is opened. */
  listen(events: ChatHostEvents): void;
  begin(name: string | undefined, onEvents: EventListener): Promise<OpenSession>;
  /** With the session's own agent. */
  resume(info: SessionInfo, onEvents: EventListener): Promise<OpenSession>;
  /** The user declines to sign in for a session that requires it. */
  cancelOpening(): Promise<void>;
  /** Opens a copy. */
  fork(session: OpenSession): Promise<OpenSession>;
  /** Another session replaced it. */
  leave(session: OpenSession): Promise<void>;
  close(): Promise<void>;
}
