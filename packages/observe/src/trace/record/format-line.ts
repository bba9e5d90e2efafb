// Formats the lines of a recording. A frame is embedded unchanged, not serialized again.
import type { Frame } from "../../frames/frame.ts";
import { redactFrame, redactText } from "../redact-frame.ts";
import { TRACE_KIND, TRACE_VERSION, type TraceHeader } from "../trace-item.ts";

export function formatHeader({ id, startedAt, agent, redacted, part }: Omit<TraceHeader, "v">): string {
  return JSON.stringify({ v: TRACE_VERSION, kind: TRACE_KIND, id, startedAt, agent, redacted, part });
}

export function formatDropped(atMs: number, count: number): string {
  return JSON.stringify({ at: atMs, dropped: count });
}

/** `streamed` replaces the text that the message adds to a stream. */
export function formatFrame(frame: Frame, isRedacted: boolean, streamed?: string): string {
  const { atMs, direction, byteLength, text, head = "" } = frame;
  const place = `"at":${JSON.stringify(atMs)},"from":"${direction === "to_agent" ? "client" : "agent"}"`;
  const clean = (value: string, isBeginning: boolean): string =>
    JSON.stringify(isRedacted ? redactText(value, isBeginning) : value);
  if (text === undefined) return `{${place},"head":${clean(head, true)},"bytes":${byteLength}}`;
  const { message } = frame;
  if (message === undefined) return `{${place},"text":${clean(text, false)},"bytes":${byteLength}}`;
  const json = toOneLine(text);
  return `{${place},"frame":${isRedacted ? redactFrame(json, message, streamed) : json}}`;
}

/** Without a byte order mark and without the carriage return of some line ends: neither is part of the JSON. */
function toOneLine(text: string): string {
  const json = (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text).trim();
  // A carriage return between two tokens is a space in JSON, but some readers treat it as the end of a line.
  return json.includes("\r") ? json.replaceAll("\r", " ") : json;
}
