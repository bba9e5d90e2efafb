// Formats server-sent events as bytes.
import type { ServerSentEvent } from "./event-stream.ts";

/** A comment, which readers skip. */
export const KEEP_ALIVE = ":\n\n";

export function formatEvent({ data, id, event }: ServerSentEvent): string {
  let text = "";
  if (id !== undefined) text += `id: ${id}\n`;
  if (event !== undefined) text += `event: ${event}\n`;
  // JSON has no newlines, but other text may, and a separate line would be another field.
  return data.includes("\n") || data.includes("\r")
    ? `${text}data: ${data.replaceAll(/\r\n|\r|\n/g, "\ndata: ")}\n\n`
    : `${text}data: ${data}\n\n`;
}

/** Formatted batches: one for thousands of readers is in memory once. */
const formatted = new WeakMap<readonly ServerSentEvent[], Buffer>();

/** The same array gives the same bytes. */
export function formatEvents(events: readonly ServerSentEvent[]): Buffer {
  const known = formatted.get(events);
  if (known !== undefined) return known;
  let text = "";
  for (const event of events) text += formatEvent(event);
  const bytes = Buffer.from(text);
  formatted.set(events, bytes);
  return bytes;
}
