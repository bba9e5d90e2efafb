// A session as it is kept, for whoever asks.
import type { SessionRow } from "../store/store.ts";
import { LiveSession } from "./live-session.ts";
import type { HubSession } from "./sessions.ts";

export function toHubSession(session: LiveSession | SessionRow): HubSession {
  const row = session instanceof LiveSession ? session.row : session;
  const { agentSessionId: _agents, isTitled: _titled, ...shown } = row;
  return { ...shown, state: session instanceof LiveSession ? stateOf(session) : "idle" };
}

function stateOf({ busy, awaiting }: LiveSession): HubSession["state"] {
  if (awaiting.size > 0) return "awaiting";
  return busy > 0 ? "running" : "idle";
}
