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
    handOver: (session, agent) => handOver(remote, session, agent),
  });
}

/** The built-in agent, which a hub knows by the names of its modes. */
const OWN = "parley";

async function handOver(remote: Remote, session: SessionInfo, wanted: string): Promise<SessionInfo> {
  const { id, agent } = session;
  if (wanted !== OWN) return toSessionInfo(await remote.request("sessions/handover", { id, agent: wanted }));
  const { slots } = await remote.request("slots/list", {});
  if (slots.some(({ modes }) => modes.some(({ name }) => name === agent.name))) return session;
  const coding = slots.find(({ name }) => name === "coding")?.default_mode ?? OWN;
  return toSessionInfo(await remote.request("sessions/handover", { id, agent: coding }));
}
