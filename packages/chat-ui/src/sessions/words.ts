// The words of the list of sessions.
import type { SessionStatus } from "@parley/chat-model";

export const STATUS_WORDS: Readonly<Record<SessionStatus, string>> = {
  needs_you: "needs you",
  running: "running",
  failed: "failed",
  unread: "done, unread",
  idle: "idle",
};

/** How long ago something was, as short as a list needs it. */
export function formatWhen(atMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - atMs) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes}m`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h`;
  if (minutes < 7 * 24 * 60) return new Date(atMs).toLocaleDateString("en", { weekday: "short" });
  return new Date(atMs).toLocaleDateString("en", { day: "numeric", month: "short" });
}
