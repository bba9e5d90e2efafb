// Server-sent events as the bytes that go out.
import type { ServerSentEvent } from "./event-stream.ts";

/** A comment, which readers skip. */
export const KEEP_ALIVE = ":\n\n";

export function formatEvent({ data, id, event }: ServerSentEvent): string {
  let text = "";
  if (id !== undefined) text += `id: ${id}\n`;
  if (event !== undefined) text += `event: ${event}\n`;
  // JSON has no newlines; other text may, and a line of its own would be another field.
  return data.includes("\n") || data.includes("\r")
    ? `${text}data: ${data.replaceAll(/\r\n|\r|\n/g, "\ndata: ")}\n\n`
    : `${text}data: ${data}\n\n`;
}

export function formatEvents(events: readonly ServerSentEvent[]): string {
  let text = "";
  for (const event of events) text += formatEvent(event);
  return text;
}
