// Appends events to the embedded store: within one transaction, statement by statement, which costs little in one process.
import type { EventBatch, HubStore, SessionRow } from "../../api/store.ts";
import type { StoreDatabase } from "../database.ts";
import { first, type Step } from "../step.ts";
import { insertLines, lost, wroteElsewhere } from "../tables/events.ts";
import { putQuestion } from "../tables/interactions.ts";

const TAIL = `select data, (select last_seq from events where session_id = sessions.id order by first_seq desc limit 1) as last_seq
  from sessions where id = ?`;

/** `sync` writes to the disk. */
export function createAppend(database: StoreDatabase, sync: () => Promise<void>): Pick<HubStore, "appendEvents"> {
  return {
    async appendEvents(batches, changes, { isDurable, questions = [] }) {
      await database.write("append events", function* () {
        yield* append(database, batches, changes);
        for (const question of questions) yield* putQuestion(question);
      });
      if (isDurable) await sync();
    },
  };
}

function* append(
  { dialect }: StoreDatabase,
  batches: readonly EventBatch[],
  changes: Parameters<HubStore["appendEvents"]>[1],
): Step<void> {
  const sessions = new Map<string, Tail | undefined>();
  for (const id of changes.keys()) sessions.set(id, yield* findTail(id));
  for (const { sessionId, firstSeq, lines } of batches) {
    const tail = sessions.get(sessionId) ?? (yield* findTail(sessionId));
    if (tail === undefined) throw lost("it was deleted", sessionId);
    if (firstSeq !== tail.lastSeq + 1) throw wroteElsewhere(tail.lastSeq, firstSeq, sessionId);
    yield* insertLines(sessionId, firstSeq, lines);
    sessions.set(sessionId, { ...tail, lastSeq: tail.lastSeq + lines.length, isLonger: true });
  }
  for (const [id, tail] of sessions) {
    if (tail === undefined) continue;
    const { session, lastSeq, isLonger } = tail;
    yield dialect.updateSession({ ...session, ...changes.get(id), ...(isLonger && { lastSeq }), id });
  }
}

interface Tail {
  readonly session: SessionRow;
  readonly lastSeq: number;
  readonly isLonger: boolean;
}

/** Both in one query: it runs for every append. */
function* findTail(sessionId: string): Step<Tail | undefined> {
  const found = yield* first<{ data: string; last_seq: number | null }>(TAIL, sessionId);
  if (found === undefined) return undefined;
  return { session: JSON.parse(found.data) as SessionRow, lastSeq: found.last_seq ?? 0, isLonger: false };
}
