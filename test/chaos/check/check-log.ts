// The log alone: no gap, no duplicate, the same on every server, each part of it written by the owner of its session.
import type { Evidence, WriteEvidence } from "./evidence.ts";
import { logOf } from "./read-log.ts";

export function checkSequence({ sessions }: Evidence): readonly string[] {
  return sessions.flatMap((session) =>
    session.logs.flatMap(({ server, events }) => {
      const wrong = events.findIndex(({ seq }, index) => seq !== index + 1);
      if (wrong < 0) return [];
      const [before, found] = [events[wrong - 1]?.seq ?? 0, events[wrong]?.seq];
      return [`session ${session.id} on ${server}: event ${found} follows event ${before}`];
    }),
  );
}

export function checkServersAgree({ sessions }: Evidence): readonly string[] {
  return sessions.flatMap((session) => {
    const log = logOf(session).map((event) => JSON.stringify(event));
    return session.logs.flatMap(({ server, events }) => {
      const wrong = events.findIndex((event, index) => JSON.stringify(event) !== log[index]);
      if (wrong < 0 && events.length === log.length) return [];
      return [
        `session ${session.id}: ${server} has another log than ${session.logs[0]?.server} from event ${wrong + 1} on`,
      ];
    });
  });
}

/** One owner at a time: each writer is the owner, and no earlier claim writes after a later one. */
export function checkOwners({ writes }: Evidence): readonly string[] {
  const found: string[] = [];
  const latest = new Map<string, WriteEvidence>();
  for (const write of writes) {
    const { sessionId, firstSeq, writer, owner, epoch } = write;
    const where = `session ${sessionId}, event ${firstSeq}`;
    if (writer !== owner) found.push(`${where}: written by ${writer}, although ${owner} owned the session`);
    const before = latest.get(sessionId);
    if (before !== undefined && before.epoch > epoch)
      found.push(`${where}: written under claim ${epoch}, after one under claim ${before.epoch}`);
    latest.set(sessionId, write);
  }
  return found;
}
