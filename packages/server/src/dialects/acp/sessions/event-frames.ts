// Events of the log as `_parley/session/events` notifications: the stored lines unchanged, many in one message.
import type { LoggedEvent } from "@parley/hub";
import { ACP_EVENTS_MESSAGE_CHARS_MAX } from "../../../limits.ts";
import type { Frame } from "../wire.ts";

const batches = new WeakMap<readonly LoggedEvent[], readonly Frame[]>();

/** Clients that keep up with a session get the same batch, which is built once. */
export function toEventFrames(sessionId: string, events: readonly LoggedEvent[]): readonly Frame[] {
  const known = batches.get(events);
  if (known !== undefined) return known;
  const frames: Frame[] = [];
  let lines: string[] = [];
  let chars = 0;
  events.forEach(({ event, line }, index) => {
    lines.push(line);
    chars += line.length;
    const next = events[index + 1]?.line.length ?? Infinity;
    if (chars + next <= ACP_EVENTS_MESSAGE_CHARS_MAX) return;
    frames.push({ text: formatEvents(sessionId, lines), seq: event.seq, isLast: true });
    lines = [];
    chars = 0;
  });
  batches.set(events, frames);
  return frames;
}

function formatEvents(sessionId: string, lines: readonly string[]): string {
  return (
    `{"jsonrpc":"2.0","method":"_parley/session/events","params":{"sessionId":${JSON.stringify(sessionId)},` +
    `"events":[${lines.join(",")}]}}`
  );
}
