// A watched session as published: without secrets, with limited texts.
import { redact, redactStart } from "@parley/policy";
import type { WatchDelta } from "../state/watch-state.ts";
import type { WatchedFile, WatchedSession, WatchedToolCall } from "../state/watched.ts";
import { FEED_EVENTS_MAX, PATH_CHARS_MAX, TEXT_CHARS_MAX, TOOL_CALLS_SENT_MAX } from "../limits.ts";
import type { V2Change, V2Session, SessionFields } from "./v2-format.ts";

export function toWholeSession(session: WatchedSession, seq: number): V2Session {
  const { agentId, sessionId, files } = session;
  return {
    type: "session",
    agentId,
    sessionId,
    seq,
    fields: toFields(session),
    files: [...files.values()].map(safeFile),
  };
}

export function toChange(session: WatchedSession, delta: WatchDelta): V2Change {
  const { agentId, sessionId, files } = session;
  const changed: WatchedFile[] = [];
  for (const path of delta.changed) {
    const file = files.get(path);
    if (file !== undefined) changed.push(safeFile(file));
  }
  const isTold = delta.isSessionChanged || delta.isUsageChanged || delta.blocked.length > 0;
  const fields = isTold ? { fields: toFields(session) } : {};
  return {
    type: "change",
    agentId,
    sessionId,
    seq: delta.seq,
    ...fields,
    files: changed,
    removed: delta.removed.map(safePath),
  };
}

function toFields(session: WatchedSession): SessionFields {
  const { agentId: _agentId, sessionId: _sessionId, files: _files, coldFiles: _cold, ...fields } = session;
  return {
    ...fields,
    title: fields.title === undefined ? undefined : safe(fields.title),
    toolCalls: latest(fields.toolCalls).map((call) => ({ ...call, title: safe(call.title) })),
    blocked: fields.blocked.slice(-FEED_EVENTS_MAX).map((entry) => ({
      ...entry,
      path: safePath(entry.path),
      reason: safe(entry.reason),
    })),
    unasked: fields.unasked.slice(-FEED_EVENTS_MAX).map((entry) => ({ ...entry, what: safe(entry.what) })),
  };
}

/** Includes all running ones, however old. */
function latest(calls: readonly WatchedToolCall[]): readonly WatchedToolCall[] {
  const from = calls.length - TOOL_CALLS_SENT_MAX;
  return from <= 0 ? calls : calls.filter((call, index) => index >= from || call.endedAtMs === undefined);
}

/** A path may be a misread part of a command. Most paths contain no characters of a secret. */
const SUSPICIOUS = /[=:@\s]|[\w-]{20}/;

function safePath(path: string): string {
  return path.length <= PATH_CHARS_MAX && SUSPICIOUS.test(path) ? redact(path) : path;
}

function safeFile(file: WatchedFile): WatchedFile {
  const path = safePath(file.path);
  return path === file.path ? file : { ...file, path };
}

function safe(text: string): string {
  return redactStart(text, TEXT_CHARS_MAX);
}
