// What a person can do in a conversation. A surface leaves out what it cannot do, and no button is shown for it.
import type { MessageItem, ToolCallItem } from "@parley/acp/transcript";

/** A diff of a tool call, next to its file: the file has it, it can be applied, or it does not fit. */
export type DiffState = "applied" | "open" | "misfit";

export interface ConversationPort {
  /** Puts the prompt into the composer again; sent, it replaces everything from here on. */
  editAndResend?(prompt: MessageItem): void;
  /** Continues in a new session from before this prompt. */
  forkAt?(prompt: MessageItem): void;
  /** Continues in this session from before this prompt, files included. */
  rewindTo?(prompt: MessageItem): void;
  /** Sends a prompt once more, after its turn failed. */
  sendAgain?(prompt: MessageItem): void;
  /** Shows the changes of the session. */
  openChanges?(): void;
  /** How the diff at this place in a tool call's content stands. */
  readDiff?(call: ToolCallItem, part: number): Promise<DiffState>;
  /** Writes the diff into its file, which an agent that only proposes it does not. Rejects with an error for the person. */
  applyDiff?(call: ToolCallItem, part: number): Promise<void>;
  /** Shows it beside the file, before it is applied. */
  compareDiff?(call: ToolCallItem, part: number): Promise<void>;
}
