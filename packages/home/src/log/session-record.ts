// What is known of a session from its log: grows with every event, and becomes the entry in the index.
import type { SessionEvent } from "@parley/acp";
import { isTime } from "@parley/base";
import { AGENT_TITLE_CHARS_MAX, NAME_CHARS_MAX } from "../limits.ts";
import type { SessionAgent } from "./session-store.ts";
import { toPromptTitle, toTitle } from "./title.ts";

export interface SessionRecord {
  readonly id: string;
  /** Of the entry: the highest one counts. */
  rev: number;
  /** How much of the log is included; ends with a line. */
  bytes: number;
  /** The highest so far. */
  lastSeq: number;
  /** Of the log, as its first line says. */
  schemaVersion: number;
  agent: SessionAgent;
  agentSessionId: string | undefined;
  cwd: string;
  forkedFrom: string | undefined;
  createdAtMs: number;
  updatedAtMs: number;
  turns: number;
  name: string | undefined;
  agentTitle: string | undefined;
  promptTitle: string | undefined;
}

export const LOG_SCHEMA_VERSION = 1;

/** For a log whose first line is lost; an event may say more. */
const UNKNOWN_AGENT = "unknown";

/** Leaves room to continue counting from there. */
const SEQ_MAX = 2 ** 52;

export function createRecord(id: string): SessionRecord {
  return {
    id,
    rev: 0,
    bytes: 0,
    lastSeq: 0,
    schemaVersion: LOG_SCHEMA_VERSION,
    agent: { name: UNKNOWN_AGENT },
    agentSessionId: undefined,
    cwd: "",
    forkedFrom: undefined,
    createdAtMs: 0,
    updatedAtMs: 0,
    turns: 0,
    name: undefined,
    agentTitle: undefined,
    promptTitle: undefined,
  };
}

/** Runs for every streamed update: most of them change two numbers. */
export function addEvent(record: SessionRecord, event: SessionEvent): void {
  stamp(record, event.seq, event.at);
  const { type } = event;
  if (type === "update") {
    if (event.update.sessionUpdate === "session_info_update") setAgentTitle(record, event.update.title);
  } else if (type === "prompt") {
    record.turns += 1;
    record.promptTitle ??= toPromptTitle(event.prompt);
  } else if (type === "note") {
    if (event.name !== undefined) record.name = event.name.slice(0, NAME_CHARS_MAX) || undefined;
  } else if (type === "agent_started" || type === "agent_restarted") {
    const { agent, agentSessionId, cwd } = event;
    record.agentSessionId = agentSessionId;
    if (record.agent.name === UNKNOWN_AGENT) record.agent = { name: agent.name, title: agent.title };
    if (record.cwd === "") record.cwd = cwd;
  }
}

/** An event whose content does not matter here. */
export function stamp(record: SessionRecord, seq: number, at: number): void {
  if (seq > record.lastSeq && seq <= SEQ_MAX) record.lastSeq = seq;
  if (!isTime(at)) return;
  if (at > record.updatedAtMs) record.updatedAtMs = at;
  if (record.createdAtMs === 0) record.createdAtMs = at;
}

/** Absent leaves it unchanged, null removes it. */
function setAgentTitle(record: SessionRecord, title: string | null | undefined): void {
  if (title !== undefined) record.agentTitle = toTitle(title ?? "", AGENT_TITLE_CHARS_MAX);
}
