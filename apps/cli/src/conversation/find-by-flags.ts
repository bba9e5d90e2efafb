// Finds the session of a hub for `--session`, `--resume`, `--continue` or `--name`.
import type { SessionInfo } from "@parley/home/session-log";
import type { Remote } from "@parley/remote";
import { findByFlags, type NamedSession } from "../client/find-session.ts";
import { toSessionInfo } from "../server/to-session-info.ts";
import { SESSION_OPEN_MS } from "../limits.ts";
import { findHubSession, listSessions } from "./list-sessions.ts";

/**
 * Undefined if a new session is needed. With `--agent` the session is handed over to another agent, except with `--resume`, which
 * opens a session of `agent` itself.
 */
export function findHubSessionByFlags(
  remote: Remote,
  named: NamedSession,
  { cwd, agent }: { readonly cwd: string; readonly agent: string },
): Promise<SessionInfo | undefined> {
  return findByFlags(named, cwd, {
    list: (filter) => listSessions(remote, filter),
    find: (text) => findHubSession(remote, text),
    handOver: (session, wanted) => handOver(remote, session, wanted),
    openOwn: (agentSessionId) => openOwn(remote, agent, agentSessionId),
  });
}

async function openOwn(remote: Remote, name: string, agentSessionId: string): Promise<SessionInfo> {
  const params = { name, agent_session_id: agentSessionId };
  return toSessionInfo(await remote.request("agents/openSession", params, { timeoutMs: SESSION_OPEN_MS }));
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
