// Closes or deletes a session at the agent.
import { within } from "@parley/base";
import type { SessionHost, SessionLink } from "./session-host.ts";

/** The methods that end a session, and the capabilities that they require. */
const CLOSING = {
  "session/close": "sessionCapabilities.close",
  "session/delete": "sessionCapabilities.delete",
} as const;
export type ClosingMethod = keyof typeof CLOSING;

/** Never rejects: the session is closed, whatever the agent answers. */
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
