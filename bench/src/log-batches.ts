// The events of the measurements of the log: some sessions at once, in groups as they come from streams.
import type { openSqliteStore } from "@parley/hub/sqlite";

type Store = Awaited<ReturnType<typeof openSqliteStore>>;
type SessionRow = Parameters<Store["insertSession"]>[0];

export const SESSIONS = 8;
/** Events of one session in one transaction. */
export const GROUP = 16;
const TEXT = "x".repeat(100);

export function linesFrom(sessionId: string, firstSeq: number): readonly string[] {
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: TEXT } };
  return Array.from({ length: GROUP }, (_, index) =>
    JSON.stringify({ v: 1, seq: firstSeq + index, at: 1, sessionId, type: "update", update }),
  );
}

export function newSession(id: string): SessionRow {
  return {
    id,
    title: id,
    isTitled: false,
    agent: "script",
    cwd: "/",
    additionalFolders: [],
    createdAtMs: 0,
    updatedAtMs: 0,
    turns: 0,
    lastSeq: 0,
    clearedSeq: 0,
    usage: { totalTokens: 0, inputTokens: 0, outputTokens: 0 },
    extensions: [],
  };
}
