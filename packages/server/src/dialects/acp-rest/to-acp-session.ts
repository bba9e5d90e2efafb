// A session in ACP-REST's format.
import type { HubSession } from "@parley/hub";
import { sessionUris } from "../../http/session-uris.ts";
import { toTimestamp, type AcpSession } from "./wire.ts";

export function toAcpSession(baseUrl: string, session: HubSession): AcpSession {
  return { id: session.id, ...sessionUris(baseUrl, session) };
}

/** The resource of its `state` URL. */
export function toSessionState(session: HubSession): Readonly<Record<string, unknown>> {
  const { id, title, agent, cwd, state, turns, usage, createdAtMs, updatedAtMs } = session;
  const times = { created_at: toTimestamp(createdAtMs), updated_at: toTimestamp(updatedAtMs) };
  return { id, title, agent_name: agent, cwd, status: state, turns, usage, ...times };
}
