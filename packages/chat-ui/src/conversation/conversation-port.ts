// What a person may wish for in a conversation. A surface leaves out what it cannot do, and no button is shown for it.
import type { MessageItem } from "@parley/acp/transcript";

export interface ConversationPort {
  /** Puts the prompt into the composer again; sent, it replaces everything from here on. */
  editAndResend?(prompt: MessageItem): void;
  /** Continues in a new session from before this prompt. */
  forkAt?(prompt: MessageItem): void;
  /** Continues in this session from before this prompt, files included. */
  rewindTo?(prompt: MessageItem): void;
  /** Shows the changes of the session. */
  openChanges?(): void;
}
