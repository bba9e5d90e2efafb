// Finds the session of a hub that `--session`, `--continue` or `--name` means.
import type { SessionInfo } from "@parley/home/session-log";
import type { Remote } from "@parley/remote";
import { findByFlags, type NamedSession } from "../client/find-session.ts";
import { toSessionInfo } from "../server/to-session-info.ts";
import { findHubSession, listSessions } from "./list-sessions.ts";

/** Undefined if a new session is needed. With `--agent` the session is handed over to another agent. */
export function findHubSessionByFlags(
  remote: Remote,
  named: NamedSession,
  cwd: string,
): Promise<SessionInfo | undefined> {
  return findByFlags(named, cwd, {
    list: (filter) => listSessions(remote, filter),
    find: (text) => findHubSession(remote, text),
    handOver: async ({ id }, agent) => toSessionInfo(await remote.request("sessions/handover", { id, agent })),
  });
}
