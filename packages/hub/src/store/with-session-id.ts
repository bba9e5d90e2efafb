// Rewrites an event's line for another session.

/** Our own lines start like this; anywhere else, the id may belong to something inside the event. */
const ENVELOPE = /^\{"v":\d+,"seq":\d+,"at":\d+,"sessionId":$/;

export function withSessionId(line: string, fromId: string, toId: string): string {
  const old = JSON.stringify(fromId);
  const place = line.indexOf(old);
  if (place !== -1 && ENVELOPE.test(line.slice(0, place))) {
    return line.slice(0, place) + JSON.stringify(toId) + line.slice(place + old.length);
  }
  try {
    const event: unknown = JSON.parse(line);
    return JSON.stringify({ ...(event as object), sessionId: toId });
  } catch {
    return line; // An unreadable line keeps its position, so that the others keep their numbers.
  }
}
