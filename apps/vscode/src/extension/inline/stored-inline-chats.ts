// What is kept of inline chats for the next start of the window.

export const INLINE_KEY = "acp.inline";

export interface StoredInlineChat {
  readonly uri: string;
  /** Lines, counted from 0. */
  readonly start: number;
  readonly end: number;
  readonly asked: string;
  readonly sessionId: string;
}
