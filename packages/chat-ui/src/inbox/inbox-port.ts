// What the inbox may wish for.
import type { QuestionsPort } from "../questions/questions-port.ts";

export interface InboxPort extends QuestionsPort {
  /** Shows the session of a question. */
  openSession(sessionId: string): void;
}
