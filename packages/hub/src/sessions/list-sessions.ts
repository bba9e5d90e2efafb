// A page of sessions, each with what it is busy with, whichever server has it.
import { badField } from "@parley/planning";
import { isAbsolute } from "node:path";
import type { HubSession, SessionPage, SessionQuery } from "../api/sessions.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import { SESSIONS_PAGE_DEFAULT, SESSIONS_PAGE_MAX } from "../limits.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { LiveSessions } from "../live/live-sessions.ts";

export interface ListSessionsOptions {
  readonly store: Pick<HubStore, "listSessions" | "nodes">;
  readonly live: Pick<LiveSessions, "findOwned" | "isOwned">;
  /** `state`: of a row. */
  readonly show: (session: LiveSession | SessionRow, state?: HubSession["state"]) => HubSession;
}

export async function listSessions(
  { store, live, show }: ListSessionsOptions,
  { agent, cwd, limit = SESSIONS_PAGE_DEFAULT, cursor }: SessionQuery = {},
): Promise<SessionPage> {
  if (cwd !== undefined && !isAbsolute(cwd)) throw badField({ path: "/cwd" }, "must be an absolute path");
  const count = Math.max(1, Math.min(limit, SESSIONS_PAGE_MAX));
  const { rows, nextCursor } = await store.listSessions({ agent, cwd, limit: count, cursor });
  const elsewhere = rows.filter(({ id }) => !live.isOwned(id)).map(({ id }) => id);
  const states = elsewhere.length === 0 ? {} : await store.nodes?.readStates(elsewhere);
  return { sessions: rows.map((row) => show(live.findOwned(row.id) ?? row, states?.[row.id])), nextCursor };
}
