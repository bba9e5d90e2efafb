// Lines of version 1. Lines with files are concatenated by hand: a session may have tens of thousands of files, ten times a second.
import type { WatchedFile } from "../state/watched.ts";
import type { FeedSessionChange, FeedSession } from "./feed-session.ts";
import type { V1Blocked, V1Usage } from "./v1-format.ts";
import { toU32, toU64, toWireHeat, toWireText } from "./wire-values.ts";

/** The snapshot, and the usage if it is known. */
export function encodeV1Snapshot(session: FeedSession): string {
  let nodes = "";
  for (const file of session.files()) {
    nodes += `${nodes === "" ? "" : ","}${JSON.stringify(toWireText(file.path))}:${encodeFile(file)}`;
  }
  return `{"type":"snapshot",${encodeSession(session)},"seq":${session.fileSeq},"nodes":{${nodes}}}\n${encodeUsage(session)}`;
}

/** Empty if this format cannot express any of it. */
export function encodeV1Change(change: FeedSessionChange): string {
  const { session, files, removed, isModeChanged, isUsageChanged, blocked } = change;
  let lines = "";
  // In this format, a delta without files announces a new mode.
  if (isModeChanged || files.length + removed.length > 0) lines += encodeDelta(session, files, removed);
  if (isUsageChanged) lines += encodeUsage(session);
  return lines + encodeBlocked(session, blocked);
}

/** This format cannot express the end of a session, so its files are removed. */
export function encodeV1Gone(session: FeedSession): string {
  session.fileSeq += 1;
  return encodeDelta(session, [], session.pathsShown());
}

export function encodeBlocked({ agentId, sessionId }: FeedSession, blocked: FeedSessionChange["blocked"]): string {
  let lines = "";
  for (const { path, action, atMs } of blocked) {
    const ids = { agent_id: toWireText(agentId), session_id: toWireText(sessionId) };
    const entry: V1Blocked = {
      type: "blocked",
      ...ids,
      path: toWireText(path),
      action,
      timestamp_ms: toU64(atMs),
    };
    lines += `${JSON.stringify(entry)}\n`;
  }
  return lines;
}

function encodeDelta(session: FeedSession, files: readonly WatchedFile[], removed: readonly string[]): string {
  const gone = JSON.stringify(removed.map(toWireText));
  const updates = files.map(encodeFile).join(",");
  return `{"type":"delta",${encodeSession(session)},"seq":${session.fileSeq},"updates":[${updates}],"removed":${gone}}\n`;
}

function encodeUsage({ agentId, sessionId, mode, fields: { usage } }: FeedSession): string {
  if (usage === undefined) return "";
  const { used, size, cost } = usage;
  const entry: V1Usage = {
    type: "usage",
    agent_id: toWireText(agentId),
    session_id: toWireText(sessionId),
    session_mode: mode,
    used: toU32(used),
    size: toU32(size),
    ...(cost !== undefined && { cost: { amount: cost.amount, currency: toWireText(cost.currency) } }),
  };
  return `${JSON.stringify(entry)}\n`;
}

function encodeSession({ agentId, sessionId, mode }: FeedSession): string {
  const [agent, id] = [JSON.stringify(toWireText(agentId)), JSON.stringify(toWireText(sessionId))];
  return `"agent_id":${agent},"session_id":${id},"session_mode":"${mode}"`;
}

function encodeFile({ path, heat, inContext, lastAction, turnAccessed, atMs }: WatchedFile): string {
  const place = `"path":${JSON.stringify(toWireText(path))},"heat":${toWireHeat(heat)},"in_context":${inContext}`;
  return `{${place},"last_action":"${lastAction}","turn_accessed":${toU32(turnAccessed)},"timestamp_ms":${toU64(atMs)}}`;
}
