// Lists and finds the sessions of a hub, in the form that the commands use.
import { ParleyError } from "@parley/base";
import { findSession, type SessionFilter, type SessionInfo } from "@parley/home/session-log";
import type { Remote } from "@parley/remote";
import { SESSION_PAGES_MAX, SESSIONS_PER_PAGE } from "../limits.ts";
import { toSessionInfo } from "../server/to-session-info.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Latest first. */
export async function listSessions(
  remote: Remote,
  { cwd, agent, limit = Number.POSITIVE_INFINITY }: SessionFilter = {},
): Promise<readonly SessionInfo[]> {
  const found: SessionInfo[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < SESSION_PAGES_MAX && found.length < limit; page += 1) {
    const count = Math.min(SESSIONS_PER_PAGE, limit - found.length);
    const reply = await remote.request("sessions/list", { cwd, agent, cursor, limit: count });
    found.push(...reply.sessions.map((session) => toSessionInfo(session)));
    cursor = reply.next_cursor;
    if (cursor === undefined) break;
  }
  return found;
}

/** By its id, or a prefix of it. */
export async function findHubSession(remote: Remote, text: string): Promise<SessionInfo | undefined> {
  if (!UUID.test(text)) return findSession(await listSessions(remote), text);
  try {
    return toSessionInfo(await remote.request("sessions/get", { id: text, conversation: false }));
  } catch (error) {
    if (error instanceof ParleyError && error.code === "session_not_found") return undefined;
    throw error;
  }
}
