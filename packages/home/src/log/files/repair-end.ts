// Repairs the end of a log before it is continued: the next event must start on its own line.
import type { FileHandle } from "node:fs/promises";
import type { SessionRecord } from "../session-record.ts";
import { isStartOfLine, formatLogHeader } from "./log-header.ts";
import { scanTail } from "./scan-log.ts";

/**
 * A last line that a crash cut off is removed: it was never acknowledged. A complete one that only lacks its newline gets it, and
 * so does a line that is not ours: that is damage, and reading the log reports it.
 */
export async function repairEnd(file: FileHandle, record: SessionRecord): Promise<void> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(size - record.bytes);
  await file.read(tail, 0, tail.length, record.bytes);
  const isCut = tail.length > 0 && !scanTail(record, tail) && isStartOfLine(tail);
  if (isCut) await file.truncate(record.bytes);
  else if (size > 0 && !(await endsWith(file, size, "\n"))) {
    // A line over the limit has no tail here: too much to discard.
    await file.writeFile("\n");
    record.bytes = size + 1;
  }
  if (record.bytes > 0) return;
  await file.writeFile(`${formatLogHeader(record)}\n`);
  record.bytes = (await file.stat()).size;
}

export async function endsWith(file: FileHandle, size: number, text: string): Promise<boolean> {
  const wanted = Buffer.from(text);
  if (size < wanted.length) return false;
  const { buffer } = await file.read(Buffer.alloc(wanted.length), 0, wanted.length, size - wanted.length);
  return buffer.equals(wanted);
}
