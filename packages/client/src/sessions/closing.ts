// Tells the agent that a session is over.
import { within } from "@parley/base";
import type { SessionHost, SessionLink } from "./session-host.ts";

/** What ends a session at the agent, and what the agent must have announced for it. */
const CLOSING = {
  "session/close": "sessionCapabilities.close",
  "session/delete": "sessionCapabilities.delete",
} as const;
export type ClosingMethod = keyof typeof CLOSING;

/** Never rejects: whatever the agent says to it, the session is over. */
export async function tellClosing(
  { run, agentSessionId }: SessionLink,
  method: ClosingMethod,
  { limits, timers, report }: Pick<SessionHost, "limits" | "timers" | "report">,
): Promise<void> {
  if (run.isOver || !run.supports(CLOSING[method])) return;
  try {
    await within(run.request(method, { sessionId: agentSessionId }), limits.closeSessionMs, { timers });
  } catch (cause) {
    report({ kind: "request_failed", method, cause });
  }
}
