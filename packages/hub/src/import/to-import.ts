// A session of a file as the store takes it: a row, lines numbered without gaps, and the texts that a search finds.
import { formatSessionEvent, type SessionEvent } from "@parley/acp";
import type { ReadSession } from "@parley/home/session-log";
import type { SearchText, SessionRow } from "../api/store.ts";
import { IMPORT_BATCH, IMPORT_CHARS_MAX, IMPORT_EVENTS_MAX } from "../limits.ts";
import { toTexts } from "../search/index-turn.ts";
import { FigureSum } from "../sessions/session-figures.ts";

/** The hub's agent for the agent of a file; `modeId` is the mode that the session had at its end. */
export type ToAgent = (name: string, modeId: string | undefined) => string;

export interface ImportedSession {
  readonly row: SessionRow;
  readonly lines: readonly string[];
  readonly texts: readonly SearchText[];
}

/** Undefined if it has no events, or more than can be kept in memory. */
export async function toImport({ info, events }: ReadSession, toAgent: ToAgent): Promise<ImportedSession | undefined> {
  const { id } = info;
  const lines: string[] = [];
  const texts: SearchText[] = [];
  let batch: SessionEvent[] = [];
  let chars = 0;
  const sum = new FigureSum();
  let modeId: string | undefined;
  for await (const event of events) {
    const own: SessionEvent = { ...event, seq: lines.length + 1, sessionId: id };
    const line = formatSessionEvent(own);
    chars += line.length;
    if (lines.push(line) > IMPORT_EVENTS_MAX || chars > IMPORT_CHARS_MAX) return undefined;
    sum.add(own);
    modeId = modeOf(own) ?? modeId;
    batch.push(own);
    if (batch.length < IMPORT_BATCH) continue;
    texts.push(...toTexts(id, batch));
    batch = [];
  }
  if (lines.length === 0) return undefined;
  texts.push(...toTexts(id, batch));
  const { title, name, agent, agentSessionId, cwd, createdAtMs, updatedAtMs, forkedFrom } = info;
  const row: SessionRow = {
    id,
    title,
    isTitled: name !== undefined,
    agent: toAgent(agent.name, modeId),
    cwd,
    additionalFolders: [],
    createdAtMs,
    updatedAtMs,
    ...sum.figures,
    lastSeq: lines.length,
    extensions: [],
    ...(agentSessionId !== undefined && { agentSessionId }),
    ...(forkedFrom !== undefined && { forkedFrom }),
  };
  return { row, lines, texts };
}

function modeOf(event: SessionEvent): string | undefined {
  if (event.type === "mode") return event.modeId;
  if (event.type !== "update" || event.update.sessionUpdate !== "current_mode_update") return undefined;
  return event.update.currentModeId;
}
