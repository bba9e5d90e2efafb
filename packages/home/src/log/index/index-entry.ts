// The lines of the index. First the state when it was last rewritten: a line about the index, then all sessions as one JSON list
// with a line for each, because thousands are parsed faster in one go. Then an entry for every change since.
import { isObject } from "../../files/json-object.ts";
import { INDEX_HEADER_CHARS_MAX } from "../limits.ts";
import type { SessionRecord } from "../session-record.ts";

/** Of the index; the logs have their own. */
const INDEX_SCHEMA_VERSION = 1;

/** The list begins with a null, so that every line of it can be taken out alone. */
export const LIST_START = "[null\n";
export const LIST_END = "\n]\n";

/** An index with these sessions. Its first line says how long the list is, so that it is known how much was appended to it. */
export function formatIndex(records: readonly SessionRecord[]): string {
  const list = `${LIST_START}${records.map((record) => `,${formatRecord(record)}`).join("\n")}${LIST_END}`;
  return `${JSON.stringify({ schemaVersion: INDEX_SCHEMA_VERSION, bytes: Buffer.byteLength(list) })}\n${list}`;
}

export function formatIndexEntry(record: SessionRecord): string {
  return `${formatRecord(record)}\n`;
}

export interface IndexHeader {
  /** Undefined if the line is damaged. */
  readonly schemaVersion: number | undefined;
  readonly bytes: number;
  /** Written by a later Parley: it is left alone. */
  readonly isLater: boolean;
}

/** From the beginning of the file, whatever else a later version may have there. */
export function readIndexHeader(text: string): IndexHeader {
  const head = text.slice(0, INDEX_HEADER_CHARS_MAX);
  const read = (field: RegExp): number | undefined => {
    const digits = field.exec(head)?.[1];
    return digits === undefined ? undefined : Number(digits);
  };
  const schemaVersion = read(/"schemaVersion"\s*:\s*(\d{1,9})/);
  const isLater = schemaVersion !== undefined && schemaVersion > INDEX_SCHEMA_VERSION;
  return { schemaVersion, bytes: read(/"bytes":(\d{1,15})/) ?? 0, isLater };
}

/** Where a session's part of a line begins, and nothing else does: quotes inside of text are escaped. */
export function entryStart(id: string): string {
  return `${START}${id}${AFTER_ID}`;
}

const START = '{"id":"';
const AFTER_ID = '","rev":';
/** Looked at in place, since there are thousands. What does not hold together is none: the log has it all. */
export function isSessionRecord(value: unknown): value is SessionRecord {
  if (!isObject(value)) return false;
  const { agent } = value;
  return (
    typeof value.id === "string" &&
    typeof value.rev === "number" &&
    typeof value.bytes === "number" &&
    typeof value.lastSeq === "number" &&
    typeof value.schemaVersion === "number" &&
    typeof value.turns === "number" &&
    typeof value.createdAtMs === "number" &&
    typeof value.updatedAtMs === "number" &&
    typeof value.cwd === "string" &&
    isOptionalText(value.agentSessionId) &&
    isOptionalText(value.forkedFrom) &&
    isOptionalText(value.agentTitle) &&
    isOptionalText(value.promptTitle) &&
    isObject(agent) &&
    typeof agent.name === "string" &&
    isOptionalText(agent.title) &&
    isOptionalText(agent.command) &&
    (agent.args === undefined || (Array.isArray(agent.args) && agent.args.every((arg) => typeof arg === "string")))
  );
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function formatRecord({ id, rev, ...rest }: SessionRecord): string {
  return JSON.stringify({ id, rev, ...rest });
}
