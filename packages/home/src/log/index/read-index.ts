// Reads the index: the latest entry of each session. Damaged lines are left out; their sessions are found by their logs.
import { readFileSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { hasErrno } from "@parley/base";
import { parseObject } from "@parley/base";
import { INDEX_HEADER_CHARS_MAX, PARSED_ALONE_MAX } from "../../limits.ts";
import type { SessionRecord } from "../session-record.ts";
import { entryStart, isSessionRecord, parseIndexTable, readIndexHeader, type IndexTable } from "./index-entry.ts";

/** Enough to sort a session; the rest is in its line. */
export interface IndexEntry extends Pick<SessionRecord, "id" | "rev" | "bytes" | "updatedAtMs" | "cwd"> {
  /** Where it begins in its line. */
  readonly start: number;
  /** Its position in the list, if it is from there. */
  readonly row?: number;
}

const NEWLINE = 10;
const COMMA = 44;

export class IndexContent {
  /** One for each session, nearly sorted by time. */
  readonly entries: readonly IndexEntry[];
  /** Version of its format, if that is a later one: then it has no entries, and must not be written to. */
  readonly laterVersion: number | undefined;
  readonly #bytes: Buffer;
  #listStart = 0;
  #listEnd = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const header = readIndexHeader(bytes.toString("latin1", 0, INDEX_HEADER_CHARS_MAX));
    this.laterVersion = header.isLater ? header.schemaVersion : undefined;
    this.entries = header.isLater ? [] : this.#readEntries(header.bytes);
  }

  /** Undefined if the line turns out to be damaged. */
  recordOf({ id, start }: IndexEntry): SessionRecord | undefined {
    const end = this.#bytes.indexOf(NEWLINE, start);
    const record = end === -1 ? undefined : parseRecord(this.#bytes, { start, end });
    return record?.id === id ? record : undefined;
  }

  /** The same for many of them. */
  reader(count: number): (entry: IndexEntry) => SessionRecord | undefined {
    const list = count > PARSED_ALONE_MAX ? this.#parseList() : undefined;
    if (list === undefined) return (entry) => this.recordOf(entry);
    return (entry) => {
      // The first element of the list is not a row.
      const value = entry.row === undefined ? undefined : list[entry.row + 1];
      return isSessionRecord(value) && value.id === entry.id ? value : this.recordOf(entry);
    };
  }

  #readEntries(listBytes: number): IndexEntry[] {
    const tableStart = this.#bytes.indexOf(NEWLINE) + 1;
    this.#listStart = this.#bytes.indexOf(NEWLINE, tableStart) + 1;
    const table = parseIndexTable(this.#bytes.toString("utf8", tableStart, this.#listStart));
    if (table === undefined) return [...this.#readLines(tableStart).values()];
    this.#listEnd = tableStart + listBytes;
    const changes = this.#readLines(this.#listEnd);
    return [...toEntries(table, this.#listStart, changes), ...changes.values()];
  }

  /** All at once: faster than line by line for a process that has parsed nothing yet. Empty if a line is damaged: a single line is found. */
  #parseList(): readonly unknown[] | undefined {
    try {
      const list: unknown = JSON.parse(this.#bytes.toString("utf8", this.#listStart, this.#listEnd));
      return Array.isArray(list) ? list : undefined;
    } catch {
      return undefined;
    }
  }

  #readLines(from: number): Map<string, IndexEntry> {
    const entries = new Map<string, IndexEntry>();
    let next = from;
    for (let end = this.#bytes.indexOf(NEWLINE, next); end !== -1; end = this.#bytes.indexOf(NEWLINE, next)) {
      const start = this.#bytes[next] === COMMA ? next + 1 : next;
      const record = parseRecord(this.#bytes, { start, end });
      // The later one of two with the same number: it may have been repaired.
      if (record !== undefined && record.rev >= (entries.get(record.id)?.rev ?? 0)) {
        const { id, rev, bytes, updatedAtMs, cwd } = record;
        entries.delete(id);
        entries.set(id, { id, rev, bytes, updatedAtMs, cwd, start });
      }
      next = end + 1;
    }
    return entries;
  }
}

/** Those that have not changed since. Otherwise the change counts, if it is later. */
function toEntries(table: IndexTable, listStart: number, changes: Map<string, IndexEntry>): IndexEntry[] {
  const { ids, revs, bytes, updatedAtMs, cwds, folders, starts } = table;
  const entries: IndexEntry[] = [];
  for (let row = 0; row < ids.length; row += 1) {
    const id = ids[row] ?? "";
    const rev = revs[row] ?? 0;
    const change = changes.get(id);
    if (change !== undefined) {
      if (change.rev >= rev) continue;
      changes.delete(id);
    }
    const start = listStart + (starts[row] ?? 0);
    const cwd = folders[cwds[row] ?? 0] ?? "";
    entries.push({ id, rev, bytes: bytes[row] ?? 0, updatedAtMs: updatedAtMs[row] ?? 0, cwd, start, row });
  }
  return entries;
}

/** Synchronous: another thread takes longer than reading it. */
export function readIndex(path: string): IndexContent {
  try {
    return new IndexContent(readFileSync(path));
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return new IndexContent(Buffer.alloc(0));
    throw error;
  }
}

/** One record, without parsing the others. */
export async function readIndexRecord(path: string, id: string): Promise<SessionRecord | undefined> {
  const bytes = await readBytes(path);
  let latest: SessionRecord | undefined;
  for (const place of placesOf(bytes, id)) {
    const record = parseRecord(bytes, place);
    if (record !== undefined && record.rev >= (latest?.rev ?? 0)) latest = record;
  }
  return latest;
}

/** Overwrites a session's lines with blanks. Others may append meanwhile, but must not rewrite the file. */
export async function blankEntries(path: string, id: string): Promise<void> {
  const bytes = await readBytes(path);
  const places = [...placesOf(bytes, id)];
  if (places.length === 0) return;
  await using file = await open(path, "r+");
  for (const { start, end } of places) {
    // A value of its own, so that the list can still be parsed at once.
    const blank = Buffer.from("null".padEnd(end - start));
    await file.write(blank, 0, blank.length, start);
  }
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** None in an index of a later version of Parley. */
function* placesOf(bytes: Buffer, id: string): Generator<Place> {
  if (readIndexHeader(bytes.toString("latin1", 0, INDEX_HEADER_CHARS_MAX)).isLater) return;
  const wanted = entryStart(id);
  for (let start = bytes.indexOf(wanted); start !== -1; start = bytes.indexOf(wanted, start + 1)) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end === -1) return;
    yield { start, end };
  }
}

function parseRecord(bytes: Buffer, { start, end }: Place): SessionRecord | undefined {
  const record = parseObject(bytes.toString("utf8", start, end));
  return isSessionRecord(record) ? record : undefined;
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return Buffer.alloc(0);
    throw error;
  }
}
