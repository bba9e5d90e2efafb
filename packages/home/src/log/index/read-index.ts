// Reads the index: the latest entry of each session. Damaged lines are left out; their sessions are found by their logs.
import { open, readFile } from "node:fs/promises";
import { parseObject } from "../../files/json-object.ts";
import { hasErrno } from "../../files/errno.ts";
import { INDEX_HEADER_CHARS_MAX } from "../limits.ts";
import type { SessionRecord } from "../session-record.ts";
import { entryStart, isSessionRecord, LIST_END, LIST_START, readIndexHeader } from "./index-entry.ts";

export interface IndexContent {
  readonly records: Map<string, SessionRecord>;
  /** The version of its format, if that is a later one: then there are no records, and it must not be written to. */
  readonly laterVersion: number | undefined;
}

const NEWLINE = 10;

export async function readIndex(path: string): Promise<IndexContent> {
  const text = (await readBytes(path)).toString("utf8");
  const records = new Map<string, SessionRecord>();
  const listStart = text.indexOf("\n") + 1;
  const header = readIndexHeader(text);
  if (header.isLater) return { records, laterVersion: header.schemaVersion };
  const hasList = text.startsWith(LIST_START, listStart);
  const listEnd = hasList ? text.indexOf(LIST_END, listStart) : -1;
  const entriesStart = listEnd === -1 ? listStart : listEnd + LIST_END.length;
  for (const value of parseList(text.slice(listStart, entriesStart))) {
    if (isSessionRecord(value)) records.set(value.id, value);
  }
  let start = entriesStart;
  for (let end = text.indexOf("\n", start); end !== -1; end = text.indexOf("\n", start)) {
    const value = parseObject(text.slice(start, end));
    // The later one of two with the same number: it may have been mended.
    if (isSessionRecord(value) && value.rev >= (records.get(value.id)?.rev ?? 0)) records.set(value.id, value);
    start = end + 1;
  }
  return { records, laterVersion: undefined };
}

/** One record, without looking at the others. */
export async function readIndexRecord(path: string, id: string): Promise<SessionRecord | undefined> {
  const bytes = await readBytes(path);
  let latest: SessionRecord | undefined;
  for (const { start, end } of placesOf(bytes, id)) {
    const record = parseObject(bytes.toString("utf8", start, end));
    if (isSessionRecord(record) && record.rev >= (latest?.rev ?? 0)) latest = record;
  }
  return latest;
}

/** Puts blanks in the place of a session's lines. Others may append meanwhile, but nobody may rewrite the file. */
export async function blankEntries(path: string, id: string): Promise<void> {
  const bytes = await readBytes(path);
  const places = [...placesOf(bytes, id)];
  if (places.length === 0) return;
  await using file = await open(path, "r+");
  for (const { start, end } of places) {
    // In the list there is a comma before it.
    const from = bytes.lastIndexOf(NEWLINE, start) + 1;
    await file.write(Buffer.alloc(end - from, " "), 0, end - from, from);
  }
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** None in an index of a later Parley. */
function* placesOf(bytes: Buffer, id: string): Generator<Place> {
  if (readIndexHeader(bytes.toString("latin1", 0, INDEX_HEADER_CHARS_MAX)).isLater) return;
  const wanted = entryStart(id);
  for (let start = bytes.indexOf(wanted); start !== -1; start = bytes.indexOf(wanted, start + 1)) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end === -1) return;
    yield { start, end };
  }
}

/** Line by line only if there is a damaged one. */
function parseList(text: string): unknown[] {
  if (text === "") return [];
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    return text.split("\n").map((line) => parseObject(line.slice(1)));
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return Buffer.alloc(0);
    throw error;
  }
}
