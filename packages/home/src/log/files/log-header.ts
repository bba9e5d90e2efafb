// The first line of a log: what the events do not say about the session, so that the index can be rebuilt from the log alone.
//
// It is an event like the others, a note with number 0 and some extra fields: any reader of events can read a whole log.
import { SESSION_EVENT_VERSION, type NoteEvent } from "@parley/acp";
import { isObject, type JsonObject } from "@parley/base";
import { agentOf, countOf, textOf, timeOf } from "../record-fields.ts";
import { LOG_SCHEMA_VERSION, type SessionRecord } from "../session-record.ts";
import type { SessionInfo } from "../session-store.ts";

type Told = Pick<SessionInfo, "id" | "agent" | "agentSessionId" | "cwd" | "name" | "forkedFrom" | "createdAtMs">;

export function formatLogHeader({ id, agent, agentSessionId, cwd, name, forkedFrom, createdAtMs }: Told): string {
  const note: NoteEvent = {
    v: SESSION_EVENT_VERSION,
    seq: 0,
    at: createdAtMs,
    sessionId: id,
    type: "note",
    level: "info",
    text: `Session with ${agent.title ?? agent.name} in ${cwd}`,
  };
  return JSON.stringify({
    ...note,
    schemaVersion: LOG_SCHEMA_VERSION,
    session: { agent, agentSessionId, cwd, name, forkedFrom },
  });
}

/** The start of every line of ours, the first one and the events, in every version. */
const LINE_START = Buffer.from('{"v":');

/** Whether these bytes are the beginning of a line of ours, however short. */
export function isStartOfLine(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, LINE_START.length);
  return bytes.subarray(0, length).equals(LINE_START.subarray(0, length));
}

export function isLogHeader(fields: JsonObject): boolean {
  return fields.seq === 0 && fields.type === "note" && isObject(fields.session);
}

/** The first one counts: a later one comes from a log that was restarted, or assembled from several. */
export function applyLogHeader(record: SessionRecord, { at, schemaVersion, session }: JsonObject): void {
  const isFirst = record.createdAtMs === 0;
  record.createdAtMs ||= timeOf(at) ?? 0;
  record.updatedAtMs ||= record.createdAtMs;
  record.schemaVersion = Math.max(record.schemaVersion, countOf(schemaVersion) ?? 0);
  if (!isFirst || !isObject(session)) return;
  record.agent = agentOf(session.agent) ?? record.agent;
  record.agentSessionId = textOf(session.agentSessionId) ?? record.agentSessionId;
  record.cwd = textOf(session.cwd) ?? record.cwd;
  record.name = textOf(session.name);
  record.forkedFrom = textOf(session.forkedFrom);
}
