// Every message between the extension and the webview of a chat: the only file that both sides import.
import type { AppliedEvent, AttachedChip, SessionSnapshot } from "@parley/chat-model";
import type { AskedQuestion, ChatPort, DiffState, Draft, MentionedSession, Picker, QueuedItem } from "@parley/chat-ui";

/** What a person wishes in a chat and the extension carries out. Each is answered by one `reply`. */
export interface ChatWishes extends Omit<ChatPort, "stop" | "prepare" | "editAndResend" | DiffWish> {
  stop(): Promise<void>;
  prepare(): Promise<void>;
  /** Opens an address outside of the editor, after the editor has asked. */
  openLink(href: string): Promise<void>;
  /** Runs what an error or a notice offers. */
  runAction(action: ActionName): Promise<void>;
  /** By the number of the item and the place in its content: the host has the diff, which may be large. */
  readDiff(item: number, part: number): Promise<DiffState>;
  applyDiff(item: number, part: number): Promise<void>;
  compareDiff(item: number, part: number): Promise<void>;
}

type DiffWish = "readDiff" | "applyDiff" | "compareDiff";

export type WishName = keyof ChatWishes;

/** What an error, a notice or an empty chat offers. */
export type ActionName =
  | "startServer"
  | "showLog"
  | "connectToServer"
  | "manageTrust"
  | "newSession"
  | "showSessions"
  | "openSettings";

export interface OfferedAction {
  readonly name: ActionName;
  readonly label: string;
}

/** How the chat stands with its server. */
export interface ChatConnection {
  readonly kind: "connected" | "connecting" | "starting" | "off" | "failed";
  /** What is wrong, in words for the person. */
  readonly message?: string | undefined;
  readonly actions: readonly OfferedAction[];
}

/** Everything beside the conversation. It changes in whole fields. */
export interface ChatState {
  readonly connection: ChatConnection;
  /** Undefined: a new chat, whose session begins with the first prompt. */
  readonly session?: ShownSession | undefined;
  /** How the agent that answers is called. */
  readonly agent: string;
  readonly pickers: readonly Picker[];
  readonly queue: readonly QueuedItem[];
  readonly questions: readonly AskedQuestion[];
  /** Sessions that a prompt can mention. */
  readonly sessions: readonly MentionedSession[];
  /** What of the conversation is shown. */
  readonly display: { readonly plan: boolean; readonly thoughts: boolean };
  /** Why nothing can be sent here, such as a folder that is not trusted. */
  readonly restriction?: ChatNotice | undefined;
  /** Something that the person should know. */
  readonly notice?: ChatNotice | undefined;
}

export interface ShownSession {
  readonly id: string;
  readonly title: string;
  readonly folder: string;
  /** Its history is on its way. */
  readonly isLoading: boolean;
  /** Why there will be no more events. */
  readonly end?: string | undefined;
}

export interface ChatNotice {
  readonly message: string;
  readonly actions: readonly OfferedAction[];
}

/** What was not sent yet, and when it was written: the newer of two copies counts. */
export interface StoredDraft extends Draft {
  readonly atMs: number;
}

/** Items in their order, and what was found out when they ended. */
export type EarlierPart = Pick<SessionSnapshot, "items" | "ended">;

export type MessageToView =
  /**
   * The whole of a chat: after `ready`, after `again`, and when it shows another session. Numbers start at 1 after it. Of a long
   * session it has the end.
   */
  | {
      readonly type: "opened";
      readonly state: ChatState;
      readonly snapshot: SessionSnapshot | undefined;
      readonly draft: StoredDraft | undefined;
    }
  /** What is before the items that the view has. All of it comes before the first patches. */
  | { readonly type: "earlier"; readonly number: number; readonly part: EarlierPart; readonly isMoreComing: boolean }
  /** Numbered without a gap, together with `earlier`. */
  | {
      readonly type: "patches";
      readonly number: number;
      readonly batch: readonly AppliedEvent[];
      readonly isMoreComing: boolean;
    }
  | { readonly type: "state"; readonly changes: Partial<ChatState> }
  | { readonly type: "reply"; readonly id: number; readonly result: WishResult }
  /** Adds to what is being written. */
  | {
      readonly type: "insert";
      readonly text?: string | undefined;
      readonly chips?: readonly AttachedChip[] | undefined;
    }
  | { readonly type: "focusInput" };

/** A message drops fields that are undefined, so that an empty result is a success. */
export interface WishResult {
  readonly value?: unknown;
  readonly error?: { readonly message: string } | undefined;
}

export type MessageToHost =
  /** The view listens from now on. */
  | { readonly type: "ready" }
  /** Patches are missing: the view wants the whole again. */
  | { readonly type: "again" }
  /** What was numbered up to this one is in the view; 0: the chat is drawn. */
  | { readonly type: "drawn"; readonly number: number }
  /** For the session that the view showed then, or for the new chat: the extension may show another one by now. */
  | {
      readonly type: "wish";
      readonly id: number;
      readonly sessionId: string | undefined;
      readonly name: WishName;
      readonly args: readonly unknown[];
    }
  /** Of a session, or of the new chat. */
  | { readonly type: "draft"; readonly sessionId: string | undefined; readonly draft: StoredDraft };
