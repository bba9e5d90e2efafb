// What the composer shows beside the session itself, and what it can do.
import type { ContentBlock } from "@parley/acp";
import type { AttachedChip } from "@parley/chat-model";

export interface ComposerPort {
  /** Resolves when the server has stored it. While a turn runs it waits behind that. Rejects with an error for the person. */
  send(prompt: readonly ContentBlock[], options?: { readonly isSteering: boolean }): Promise<void>;
  /** Stops the running turn. */
  stop(): void;
  /** Paths from the session's folder that have the letters, the best first. */
  findFiles(query: string): Promise<readonly string[]>;
  /** Where names with these letters are defined, the best first. Without it no symbols are offered. */
  readonly findSymbols?: ((query: string) => Promise<readonly OfferedSymbol[]>) | undefined;
  /** The files and folders that the text mentions with @, as far as they exist. */
  toMentions(text: string): Promise<readonly ContentBlock[]>;
  /** What was said in another session, to attach. */
  readSession(sessionId: string): Promise<AttachedChip>;
  choose(pickerId: string, value: string): Promise<void>;
  /** The person is about to write: what the agent offers may be looked up, which starts it. */
  prepare(): void;
  editQueued(turnId: string, text: string): Promise<void>;
  /** Counted from 0, which is next. */
  moveQueued(turnId: string, place: number): Promise<void>;
  /** Stops the running turn, and continues with this prompt. */
  sendQueuedNow(turnId: string): Promise<void>;
  withdrawQueued(turnId: string): Promise<void>;
}

export interface OfferedSymbol {
  readonly name: string;
  /** The word that it is defined with. */
  readonly kind: string;
  /** From the session's folder. */
  readonly path: string;
  readonly line: number;
}

/** What was written and not sent yet. It outlives the page. */
export interface Draft {
  readonly text: string;
  readonly chips: readonly AttachedChip[];
}

export interface DraftKeeper {
  readonly draft: Draft;
  /** False if the browser could not store it, so that it lasts only as long as the page. */
  keep(draft: Draft): boolean;
}

export interface QueuedItem {
  readonly turnId: string;
  readonly text: string;
  /** What goes with it, in words. */
  readonly attachments: readonly string[];
  /** Who sent it, if that was not this surface. */
  readonly by?: string | undefined;
}

export interface Picker {
  readonly id: string;
  /** Agent, Mode, Model, or the name of an option. */
  readonly name: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** It should be noticed, such as an approval level. */
  readonly isMarked?: boolean | undefined;
}
