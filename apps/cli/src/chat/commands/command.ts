// A slash command of the chat: one row in the table, limited to what `ChatActions` offers.
import type { SessionInfo } from "@parley/home/session-log";
import type { AttachedChip, Choice, Severity, WrittenPrompt } from "@parley/chat-model";
import type { PickerItem } from "../panels/picker-panel.ts";
import type { ChatHost, OpenSession } from "../chat-host.ts";
import type { OpenQuestion, QuestionAnswer } from "../../conversation/conversation.ts";
import type { ChatSession } from "../chat-session.ts";
import type { TerminalBlock } from "../terminal-block.ts";

export interface PromptingOptions {
  readonly attached?: readonly AttachedChip[] | undefined;
  /** Interrupts the running turn, instead of waiting for its end. */
  readonly isNow?: boolean | undefined;
}

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
  /** Like `pick`, for a list that the user can ignore: typing a prompt closes it. */
  offer(title: string, items: readonly PickerItem[]): Promise<string | undefined>;
  /** Shows `text` as the current activity until the work is done. */
  during<T>(text: string, work: () => Promise<T>): Promise<T>;
  /** Closes this session and opens a new one. */
  begin(): Promise<void>;
  /** Resumes another session, with that session's agent. */
  resume(info: SessionInfo): Promise<void>;
  /** Prompts that are typed until the work is done are sent after it. */
  holdPrompts(work: () => Promise<void>): Promise<void>;
  /** Continues in a copy of the session. */
  fork(): Promise<void>;
  signIn(): Promise<void>;
  /** Whether later tool calls and thoughts are printed expanded. */
  toggleDetails(): void;
  /** Shows the whole conversation, in which everything can be expanded. */
  openReader(): void;
  clearScreen(): void;
  copy(text: string): boolean;
  /** Puts a prompt into the input. */
  edit(prompt: WrittenPrompt): void;
  /** Sends the prompt once a session is open. */
  prompt(text: string, options?: PromptingOptions): Promise<void>;
  /** Opens the input in the user's editor. */
  openEditor(): Promise<void>;
  /** Attaches the image on the clipboard. */
  pasteImage(): Promise<void>;
  showKeys(): void;
  /** Puts a question of any session to the user. Undefined if it is not answered. */
  askQuestion(question: OpenQuestion): Promise<QuestionAnswer | undefined>;
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
