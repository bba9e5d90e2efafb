// The lines of the index: one about the index, a table of the sessions when it was last rewritten, a JSON list with a
// line for each of them, then a line for every change since.
import { isTime, isObject, parseObject } from "@parley/base";
import { INDEX_HEADER_CHARS_MAX } from "../../limits.ts";
import type { SessionRecord } from "../session-record.ts";

/** Version of the index; the logs have their own. */
const INDEX_SCHEMA_VERSION = 1;

/** What sorting thousands of sessions and finding one needs: parsed at once, because line by line takes several times as long. */
export interface IndexTable {
  readonly ids: readonly string[];
  readonly revs: readonly number[];
  readonly bytes: readonly number[];
  readonly updatedAtMs: readonly number[];
  /** Indexes into `folders`: thousands of sessions share a few. */
  readonly cwds: readonly number[];
  readonly folders: readonly string[];
  /** Where it begins in its line, counted from the end of the table. */
  readonly starts: readonly number[];
}

const TABLE_START = '{"ids":[';
/** The list begins with a null, so that every line of it can be removed alone: each follows a comma. */
const LIST_START = "[null\n";
const LIST_END = "]\n";

/** An index of these sessions. Its first line contains its length, which shows how much was appended since. */
export function formatIndex(records: readonly SessionRecord[]): string {
  const lines = records.map(formatIndexEntry);
  let end = LIST_START.length;
  const starts = lines.map((line) => {
    const start = end + 1;
    end = start + Buffer.byteLength(line);
    return start;
  });
  const column = <Field extends keyof SessionRecord>(field: Field): SessionRecord[Field][] =>
    records.map((record) => record[field]);
  const folders = new Map([...new Set(column("cwd"))].map((cwd, place) => [cwd, place]));
  const table: IndexTable = {
    ids: column("id"),
    revs: column("rev"),
    bytes: column("bytes"),
    updatedAtMs: column("updatedAtMs"),
    cwds: records.map(({ cwd }) => folders.get(cwd) ?? 0),
    folders: [...folders.keys()],
    starts,
  };
  const list = `${JSON.stringify(table)}\n${LIST_START}${lines.map((line) => `,${line}`).join("")}${LIST_END}`;
  return `${JSON.stringify({ schemaVersion: INDEX_SCHEMA_VERSION, bytes: Buffer.byteLength(list) })}\n${list}`;
}

export function formatIndexEntry({ id, rev, ...rest }: SessionRecord): string {
  return `${JSON.stringify({ id, rev, ...rest })}\n`;
}

/** Undefined if damaged: then every line is read. */
export function parseIndexTable(text: string): IndexTable | undefined {
  if (!text.startsWith(TABLE_START)) return undefined;
  const table = parseObject(text);
  if (table === undefined) return undefined;
  const { ids } = table;
  const { length } = Array.isArray(ids) ? ids : [];
  const isWhole = COLUMNS.every((name) => {
    const column = table[name];
    return Array.isArray(column) && column.length === length;
  });
  return isWhole && Array.isArray(table["folders"]) ? (table as unknown as IndexTable) : undefined;
}

const COLUMNS = ["ids", "revs", "bytes", "updatedAtMs", "cwds", "starts"] as const satisfies (keyof IndexTable)[];

export interface IndexHeader {
  /** Undefined if the line is damaged. */
  readonly schemaVersion: number | undefined;
  readonly bytes: number;
  /** Written by a later version of Parley: it is not changed. */
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

/** Where a session's part of a line begins, and nothing else does: quotes inside text are escaped. */
export function entryStart(id: string): string {
  return `${START}${id}${AFTER_ID}`;
}

const START = '{"id":"';
const AFTER_ID = '","rev":';

/** Checked in place, since there are thousands. Inconsistent entries are dropped: the log has everything. */
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
    isTime(value.createdAtMs) &&
    isTime(value.updatedAtMs) &&
    typeof value.cwd === "string" &&
    isOptionalText(value.agentSessionId) &&
    isOptionalText(value.forkedFrom) &&
    isOptionalText(value.name) &&
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
