// A frame in memory: its text, or an outline if it is too large.
import { isObject } from "@parley/base";
import { toTraceLine, type Direction, type TraceFrame } from "@parley/observe";
import { type MalformedInput } from "@parley/rpc";
import { FRAME_BYTES_MAX, MALFORMED_CHARS_MAX } from "../limits.ts";

export interface KeptFrame extends Pick<TraceFrame, "from" | "bytes" | "raw" | "text" | "isCut"> {
  readonly atMs: number;
  /** Of a piece of text, in place of `raw`. */
  readonly message?: unknown;
}

/** A text chunk: there are many, so their JSON is only formatted when it is read. */
export function keepSpeech(message: unknown, bytes: number, atMs: number): KeptFrame {
  if (bytes > FRAME_BYTES_MAX) return keepMessage(message, bytes, "to_client", atMs);
  return { atMs, from: "agent", bytes, raw: undefined, text: undefined, isCut: false, message };
}

/** Formatted now, because a decoder may repair the message later. `bytes`: on the wire, if known. */
export function keepMessage(
  message: unknown,
  bytes: number | undefined,
  direction: Direction,
  atMs: number,
): KeptFrame {
  const from = direction === "to_agent" ? "client" : "agent";
  if (bytes === undefined || bytes <= FRAME_BYTES_MAX) {
    const raw = JSON.stringify(message);
    if (raw.length <= FRAME_BYTES_MAX)
      return { atMs, from, bytes: bytes ?? Buffer.byteLength(raw), raw, text: undefined, isCut: false };
    return { atMs, from, bytes: bytes ?? raw.length, raw: undefined, text: headOf(message), isCut: true };
  }
  return { atMs, from, bytes, raw: undefined, text: headOf(message), isCut: true };
}

export function keepMalformed({ head, bytes }: MalformedInput, atMs: number): KeptFrame {
  const text = head.slice(0, MALFORMED_CHARS_MAX);
  return { atMs, from: "agent", bytes, raw: undefined, text, isCut: bytes > head.length };
}

/** An estimate. */
export function charsOf({ raw, text, bytes }: KeptFrame): number {
  return (raw ?? text)?.length ?? bytes;
}

/** The line of a trace, without secrets. */
export function toLine(frame: KeptFrame, line: number): string {
  const raw = frame.raw ?? (frame.message === undefined ? undefined : JSON.stringify(frame.message));
  const message: unknown = raw === undefined ? undefined : JSON.parse(raw);
  return toTraceLine({ type: "frame", line, ...frame, raw, message }, { redact: true });
}

/** The start of the message, as JSON that is cut off. */
function headOf(message: unknown): string {
  if (!isObject(message)) return "";
  const { id, method, params } = message;
  const sessionId = isObject(params) ? params["sessionId"] : undefined;
  const json = JSON.stringify({ jsonrpc: "2.0", id, method, params: { sessionId } });
  return json.slice(0, MALFORMED_CHARS_MAX).replace(/\}*$/, "");
}
