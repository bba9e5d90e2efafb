// Converts a session of the native API to the form that the commands use.
import { ParleyError, isObject, type JsonObject } from "@parley/base";
import type { SessionInfo } from "@parley/home/session-log";

/** Converts one page of a list. */
export function sessionsOf({ sessions }: JsonObject): readonly SessionInfo[] {
  return Array.isArray(sessions) ? sessions.filter(isObject).map(toSessionInfo) : [];
}

export function toSessionInfo(session: JsonObject): SessionInfo {
  const { id, name, is_named: isNamed, agent, working_dir: cwd, turns, forked_from: forkedFrom } = session;
  if (typeof id !== "string" || typeof cwd !== "string") {
    throw new ParleyError({
      code: "invalid_message",
      message: "The server sent a session without an id or a folder",
    });
  }
  return {
    id,
    // Through the bridge the server is the agent, and its sessions have the same id everywhere.
    agentSessionId: id,
    agent: { name: typeof agent === "string" ? agent : "parley" },
    cwd,
    title: typeof name === "string" ? name : "New Session",
    ...(typeof name === "string" && isNamed === true && { name }),
    createdAtMs: toMs(session["created_at"]),
    updatedAtMs: toMs(session["updated_at"]),
    turns: typeof turns === "number" ? turns : 0,
    ...(typeof forkedFrom === "string" && { forkedFrom }),
  };
}

function toMs(value: unknown): number {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? 0 : ms;
}
