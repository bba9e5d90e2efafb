// A session as callers see it: the same object until it changes, so that callers can cache what they derive from it.
import { NO_PATTERNS, type ApprovalLevel } from "@parley/policy";
import type { SessionRow } from "../api/store.ts";
import { LiveSession } from "../live/live-session.ts";
import type { HubSession } from "../api/sessions.ts";

interface Shown {
  /** Revision of the session that it shows. */
  readonly revision: number;
  readonly session: HubSession;
}

const shown = new WeakMap<LiveSession | SessionRow, Shown>();

/** `defaultLevel`: of sessions that have none of their own. `rowState`: of a session that is not in memory here. */
export function toHubSession(
  session: LiveSession | SessionRow,
  defaultLevel: ApprovalLevel,
  rowState: HubSession["state"] = "idle",
): HubSession {
  const isLive = session instanceof LiveSession;
  const [revision, state] = isLive ? [session.revision, stateOf(session)] : [0, rowState];
  const known = shown.get(session);
  if (known?.revision === revision && known.session.state === state) return known.session;
  const row = isLive ? session.row : session;
  const { agentSessionId: _agents, isTitled: isNamed, needsHistory: _told, brought: _brought, ...more } = row;
  const { reportedCost: _cost, ...rest } = more;
  const { level = defaultLevel, rules = NO_PATTERNS } = rest;
  const made: HubSession = { ...rest, level, rules, isNamed, state };
  shown.set(session, { revision, session: made });
  return made;
}

function stateOf({ busy, awaiting }: LiveSession): HubSession["state"] {
  if (awaiting.size > 0) return "awaiting";
  return busy > 0 ? "running" : "idle";
}
