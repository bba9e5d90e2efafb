// Checks whether the session logs can be read completely.
import { plural } from "@parley/base";
import { openSessions } from "../hub/open-sessions.ts";
import { ok, warn, type Check } from "./finding.ts";
import { LOG_CHECK_MS_MAX, DAMAGE_SHOWN_MAX } from "../limits.ts";

const DEADLINE_LOOK_EVENTS = 100;

export const checkSessions: Check = async ({ home, log }) => {
  await using store = await openSessions({ home, log, server: undefined });
  const sessions = await store.list();
  const deadline = performance.now() + LOG_CHECK_MS_MAX;
  const findings = [];
  let read = 0;
  for (const { id } of sessions) {
    if (performance.now() > deadline) break;
    const { events, damage } = await store.read(id);
    // Damage is known only after the whole log has been read.
    for await (const { seq } of events) if (seq % DEADLINE_LOOK_EVENTS === 0 && performance.now() > deadline) break;
    read += 1;
    const [first] = damage;
    if (first === undefined) continue;
    const text = `Session ${id}: ${plural(damage.length, "line")} cannot be read, the first is line ${first.line}: ${first.message}`;
    findings.push(warn("session-damage", text, `parley sessions export ${id} exports the readable part`));
  }
  if (findings.length === 0)
    return [ok("sessions", sessions.length === 0 ? "No sessions yet" : toText(read, sessions))];
  const more = findings.length - DAMAGE_SHOWN_MAX;
  return more > 0
    ? [...findings.slice(0, DAMAGE_SHOWN_MAX), warn("session-damage", `${more} more are damaged`)]
    : findings;
};

function toText(read: number, sessions: readonly unknown[]): string {
  const all = plural(sessions.length, "session");
  return read === sessions.length ? `${all} can be read` : `The latest ${read} of ${all} can be read`;
}
