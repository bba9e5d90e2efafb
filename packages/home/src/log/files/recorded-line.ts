// The line of an event as it is stored. The log is private to the user, and is stored as it happened, so that it can be shown,
// searched and replayed: secrets are removed where data leaves it. Command lines, error messages and filled-in forms are the
// exception: they may contain tokens, environments and passwords, they are few, and nothing is replayed from them.
import { formatSessionEvent, SESSION_EVENT_VERSION, type NoteEvent, type SessionEvent } from "@parley/acp";
import { redact } from "@parley/policy";
import { redactFields } from "../redact-fields.ts";

/** `line`, unless it contains a secret. Runs for every streamed update, which it leaves unchanged. */
export function toRecordedLine(event: SessionEvent, line: string): string {
  const { type } = event;
  if (type === "update" || type === "prompt") return line;
  const hidden = toRecordedEvent(event);
  return hidden === event ? line : formatSessionEvent(hidden);
}

/** A note of the log about itself, in place of missing events. */
export function formatNote({ seq, at, sessionId }: Pick<NoteEvent, "seq" | "at" | "sessionId">, text: string): string {
  return formatSessionEvent({ v: SESSION_EVENT_VERSION, seq, at, sessionId, type: "note", level: "warning", text });
}

/** The event without secrets that are never logged; the same object if there are none. */
export function toRecordedEvent(event: SessionEvent): SessionEvent {
  if (event.type === "terminal" && event.command !== undefined) return withText(event, "command", event.command);
  if (event.type === "agent_crashed") return withText(event, "message", event.message);
  if (event.type === "elicitation_answered") return redactFields(event);
  if (event.type === "note") return withText(event, "text", event.text);
  if (event.type !== "stop" || event.error === undefined) return event;
  const error = withText(event.error, "message", event.error.message);
  return error === event.error ? event : { ...event, error };
}

function withText<Owner>(owner: Owner, field: keyof Owner, text: string): Owner {
  const redacted = redact(text);
  return redacted === text ? owner : { ...owner, [field]: redacted };
}
