// What the inbox can do.
import type { QuestionsPort } from "../questions/questions-port.ts";

export interface InboxPort extends QuestionsPort {
  /** Shows the session of a question. */
  openSession(sessionId: string): void;
}
