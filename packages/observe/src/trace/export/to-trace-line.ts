// A trace in our own format, from any supported one.
import { redactFrame, redactText } from "../redact-frame.ts";
import { TRACE_KIND, TRACE_VERSION, type TraceFrame } from "../trace-item.ts";

export interface TraceLineOptions {
  /** Redacts secrets. */
  readonly redact: boolean;
  /** Replacement for the text that the message adds to a stream. */
  readonly streamed?: string | undefined;
}

export function toTraceHeader(fields: {
  readonly startedAt: number | undefined;
  readonly agent: string | undefined;
  readonly redacted: boolean;
}): string {
  return JSON.stringify({ v: TRACE_VERSION, kind: TRACE_KIND, ...fields, part: 1 });
}

export function toTraceLine(frame: TraceFrame, options: TraceLineOptions): string {
  const { atMs, from, raw, message, text = "", isCut, bytes } = frame;
  const place = `${atMs === undefined ? "" : `"at":${JSON.stringify(atMs)},`}"from":"${from}"`;
  if (raw !== undefined)
    return `{${place},"frame":${options.redact ? redactFrame(raw, message, options.streamed) : raw}}`;
  const clean = JSON.stringify(options.redact ? redactText(text, isCut) : text);
  return `{${place},"${isCut ? "head" : "text"}":${clean},"bytes":${bytes}}`;
}
