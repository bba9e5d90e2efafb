// Complete rows for the tests of stores, with the fields that a test sets.
import type { PermissionInteraction } from "../../api/interactions.ts";
import type { Turn } from "../../api/turns.ts";
import type { EventBatch, HubStore, SearchText, SessionRow } from "../../api/store.ts";

/** Every test opens a store of its own, with nothing in it. */
export type OpenStore = () => Promise<HubStore>;

export function toSession(row: Partial<SessionRow> = {}): SessionRow {
  return {
    id: "s1",
    title: "A title",
    agent: "backend",
    cwd: "/project",
    additionalFolders: [],
    createdAtMs: 1_000,
    updatedAtMs: 1_000,
    turns: 0,
    lastSeq: 0,
    clearedSeq: 0,
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
    extensions: [],
    isTitled: false,
    ...row,
  };
}

export function toTurn(turn: Partial<Turn> = {}): Turn {
  return { id: "t1", sessionId: "s1", agent: "backend", state: "created", createdAtMs: 1_000, ...turn };
}

export function toQuestion(question: Partial<PermissionInteraction> = {}): PermissionInteraction {
  return {
    kind: "permission",
    id: "q1",
    sessionId: "s1",
    agent: "backend",
    createdAtMs: 1_000,
    expiresAtMs: 5_000,
    state: "pending",
    toolCall: { toolCallId: "c1" },
    options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    reason: "it writes",
    ...question,
  };
}

export function toText(text: string, place: Partial<SearchText> = {}): SearchText {
  return { sessionId: "s1", seq: 1, at: 1_000, what: "prompt", text, ...place };
}

export function toLine(sessionId: string, seq: number, text = `event ${seq}`): string {
  return JSON.stringify({ v: 1, seq, at: 1_000 + seq, sessionId, type: "note", level: "info", text });
}

export function toLines(sessionId: string, firstSeq: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => toLine(sessionId, firstSeq + index));
}

export function toBatch(sessionId: string, firstSeq: number, count: number): EventBatch {
  return { sessionId, firstSeq, lines: toLines(sessionId, firstSeq, count) };
}

export async function append(store: HubStore, ...batches: readonly EventBatch[]): Promise<void> {
  await store.appendEvents(batches, new Map(), { isDurable: false });
}

export async function readAll(store: HubStore, sessionId: string): Promise<readonly string[]> {
  return store.readEvents(sessionId, { after: 0, limit: 1_000_000 });
}
