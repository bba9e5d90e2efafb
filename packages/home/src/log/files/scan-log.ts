// Reads a log to describe the session: from where the record ends, and without parsing irrelevant events.
import { parseSessionEvent, parseSessionEventLine } from "@parley/acp";
import type { FileHandle } from "node:fs/promises";
import { parseObject } from "@parley/base";
import { addEvent, stamp, type SessionRecord } from "../session-record.ts";
import { readLineBlocks } from "./line-blocks.ts";
import { applyLogHeader, isLogHeader } from "./log-header.ts";

interface ScanOptions {
  readonly to: number;
  readonly lineBytesMax: number;
}

/** How we write events. Events in another format are parsed. */
const HEAD =
  /^\{"v":1,"seq":([1-9]\d{0,15}),"at":(\d{1,16}),"sessionId":"[^"\\]{0,128}","type":"([a-z_]+)"(?:,"update":\{"sessionUpdate":"([a-z_]+)")?/;
const TELLING_TYPES: ReadonlySet<string> = new Set(["prompt", "agent_started", "agent_restarted", "unknown"]);
/** A note that names the session; other notes say nothing about it. */
const NAMING = '"name":';
const NEWLINE = 10;

/** The text after the last newline, if any: an incomplete line. */
export async function scanLog(
  file: FileHandle,
  record: SessionRecord,
  options: ScanOptions,
): Promise<Buffer | undefined> {
  for await (const block of readLineBlocks(file, { from: record.bytes, ...options })) {
    if ("tooLongBytes" in block) {
      record.bytes = block.offset + block.tooLongBytes;
      continue;
    }
    const end = block.bytes.lastIndexOf(NEWLINE) + 1;
    scanLines(record, block.bytes.toString("utf8", 0, end));
    record.bytes = block.offset + end;
    if (end < block.bytes.length) return block.bytes.subarray(end);
  }
  return undefined;
}

function scanLines(record: SessionRecord, text: string): void {
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
    scanLine(record, text.slice(start, end));
    start = end + 1;
  }
}

function scanLine(record: SessionRecord, line: string): void {
  const [, seq, at, type = "", update] = HEAD.exec(line) ?? [];
  const isTelling = isTellingLine(type, update, line);
  if (seq !== undefined && !isTelling) return stamp(record, Number(seq), Number(at));
  const fields = parseObject(line);
  if (fields === undefined) return;
  if (isLogHeader(fields)) return applyLogHeader(record, fields);
  const result = parseSessionEvent(fields);
  if (result.ok) addEvent(record, result.value);
}

function isTellingLine(type: string, update: string | undefined, line: string): boolean {
  if (type === "update") return (update ?? "session_info_update") === "session_info_update";
  return TELLING_TYPES.has(type) || (type === "note" && line.includes(NAMING));
}

/** Whether a line without newline is complete, and what it says. */
export function scanTail(record: SessionRecord, tail: Buffer): boolean {
  const text = tail.toString("utf8");
  const isWhole = parseSessionEventLine(text).ok;
  if (isWhole) scanLine(record, text);
  return isWhole;
}
