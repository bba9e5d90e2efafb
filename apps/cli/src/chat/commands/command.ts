// A slash command of the chat: one row in the table, limited to what `ChatActions` offers.
import type { SessionInfo } from "@parley/home/session-log";
import type { Choice, Severity } from "@parley/chat-model";
import type { PickerItem } from "../panels/picker-panel.ts";
import type { ChatHost, OpenSession } from "../chat-host.ts";
import type { ChatSession } from "../chat-session.ts";
import type { TerminalBlock } from "../terminal-block.ts";

/** The chat as its commands see it. */
export interface ChatActions {
  readonly host: ChatHost;
  readonly view: ChatSession;
  /** Undefined while the agent is starting, or if it failed to start. */
  readonly session: OpenSession | undefined;
  readonly cwd: string;
  print(block: TerminalBlock): void;
  note(severity: Severity, text: string, detail?: string): void;
  pick(title: string, items: readonly PickerItem[], current?: string): Promise<string | undefined>;
  /** Shows `text` as the current activity until the work is done. */
  during<T>(text: string, work: () => Promise<T>): Promise<T>;
  /** Closes this session and opens a new one. */
  begin(): Promise<void>;
  /** Resumes another session, with that session's agent. */
  resume(info: SessionInfo): Promise<void>;
  /** Continues in a copy of the session. */
  fork(): Promise<void>;
  signIn(): Promise<void>;
  toggleDetails(): void;
  clearScreen(): void;
  copy(text: string): boolean;
  /** Puts text into the input. */
  edit(text: string): void;
  /** Sends the prompt once a session is open. */
  prompt(text: string): Promise<void>;
  /** Errors are shown as a note, so that a failed command does not end the chat. */
  attempt(work: () => Promise<void>): Promise<void>;
  suspend(): void;
  leave(): void;
}

export interface ChatCommand {
  readonly name: string;
  readonly summary: string;
  /** A placeholder for the command's argument. */
  readonly hint?: string | undefined;
  /** The known values of the argument, for completion. */
  readonly choices?: ((actions: ChatActions) => readonly Choice[]) | undefined;
  /** Whether the command also works without a session. */
  readonly isAlways?: boolean | undefined;
  readonly run: (argument: string, actions: ChatActions) => void | Promise<void>;
}
