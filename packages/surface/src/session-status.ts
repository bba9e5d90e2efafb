// The status of a session in a list.
import type { SessionStatus } from "@parley/chat-model";
import type { NativeSession } from "@parley/contract";
import { isUnread, type ReadMarks } from "./read-marks.ts";

export function sessionStatusOf(session: NativeSession, marks: ReadMarks): SessionStatus {
  if (session.status === "awaiting") return "needs_you";
  if (session.status === "running") return "running";
  // Until the next turn, because the user has to look at it.
  if (session.last_turn === "failed") return "failed";
  return isUnread(marks, session) ? "unread" : "idle";
}
