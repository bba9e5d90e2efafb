// A log in which nothing can be read is kept under another name, and restarted from what the index says about it.
import { createId } from "@parley/base";
import { constants } from "node:fs";
import { copyFile, type FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import type { SessionRecord } from "../session-record.ts";
import type { LogSurroundings } from "./file-session-log.ts";
import { formatLogHeader, isStartOfLine } from "./log-header.ts";
import { readEvents } from "./read-events.ts";
import { formatNote } from "./recorded-line.ts";

/** Checked first: a log of ours begins like one. */
const START_BYTES = 16;

/** The path of the copy; undefined for a readable log, and for an empty one. Called by the owner of the log. */
export async function setAside(
  file: FileHandle,
  record: SessionRecord,
  { folder, limits, log }: Pick<LogSurroundings, "folder" | "limits" | "log">,
): Promise<string | undefined> {
  const { id: sessionId } = record;
  const path = folder.logOf(sessionId);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
  if (bytesRead === 0 || isStartOfLine(buffer.subarray(0, bytesRead))) return undefined;
  if (await hasEvents(path, sessionId, limits.lineBytesMax)) return undefined;
  const { mtimeMs } = await file.stat();
  record.createdAtMs ||= Math.trunc(mtimeMs);
  record.updatedAtMs ||= record.createdAtMs;
  record.lastSeq += 1;
  const aside = folder.asideOf(sessionId, createId());
  // A copy, and the same file restarted: the session has a log at every moment.
  await copyFile(path, aside, constants.COPYFILE_EXCL);
  await file.truncate(0);
  const text = `The log of this session could not be read. It was moved to ${basename(aside)}, and a new log was started`;
  const note = formatNote({ seq: record.lastSeq, at: record.updatedAtMs, sessionId }, text);
  await file.writeFile(`${formatLogHeader(record)}\n${note}\n`);
  record.bytes = (await file.stat()).size;
  log.write("warn", "The log of a session could not be read and was moved aside", { sessionId, path: aside });
  return aside;
}

async function hasEvents(path: string, sessionId: string, lineBytesMax: number): Promise<boolean> {
  const events = readEvents({ path, sessionId, lineBytesMax, damage: [] });
  try {
    return (await events.next()).done !== true;
  } finally {
    await events.return(undefined);
  }
}
