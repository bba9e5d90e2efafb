// Events, as the batches in which they were appended.
import { ParleyError } from "@parley/base";
import type { HubStore, SessionRow } from "../../api/store.ts";
import { cutBatch } from "../cut-batch.ts";
import type { StoreDatabase } from "../database.ts";
import { all, first, run, type Step } from "../step.ts";
import { COPY_ROWS } from "../../store-limits.ts";
import { withSessionId } from "../with-session-id.ts";

type EventMethods = Pick<HubStore, "readEvents" | "copyEvents">;

interface BatchRow {
  readonly first_seq: number;
  readonly lines: string;
}

const LAST = "select last_seq from events where session_id = ? order by first_seq desc limit 1";
const INSERT = "insert into events (session_id, first_seq, last_seq, lines) values (?, ?, ?, ?)";
/** An event is in the batch with the highest first number up to its own. */
const RANGE = `select first_seq, lines from events
  where session_id = ?1 and first_seq <= ?3
    and first_seq >= (select max(first_seq) from events where session_id = ?1 and first_seq <= ?2)
  order by first_seq`;

/** Each store appends in its own way: see `append-events.ts` beside it. */
export function createEventTable(database: StoreDatabase): EventMethods {
  return {
    readEvents: (sessionId, page) =>
      database.read("read events", function* () {
        if (page.limit < 1) return [];
        if ("after" in page) return yield* readRange(sessionId, page.after + 1, page.after + page.limit);
        const last = Math.min(page.before - 1, yield* findLast(sessionId));
        return yield* readRange(sessionId, last - page.limit + 1, last);
      }),
    copyEvents: (fromId, toId, upToSeq) => database.write("copy events", () => copy(database, fromId, toId, upToSeq)),
  };
}

/** Within a transaction. */
export function* insertLines(sessionId: string, firstSeq: number, lines: readonly string[]): Step<void> {
  let seq = firstSeq;
  for (const piece of cutBatch(lines)) {
    yield* run(INSERT, sessionId, seq, seq + piece.length - 1, piece.join("\n"));
    seq += piece.length;
  }
}

/** 0 before the first. */
function* findLast(sessionId: string): Step<number> {
  return (yield* first<{ last_seq: number }>(LAST, sessionId))?.last_seq ?? 0;
}

function* readRange(sessionId: string, from: number, to: number): Step<readonly string[]> {
  const firstSeq = Math.max(1, from);
  if (to < firstSeq) return [];
  return toLines(yield* all<BatchRow>(RANGE, sessionId, firstSeq, to), firstSeq, to);
}

function toLines(rows: readonly BatchRow[], from: number, to: number): readonly string[] {
  return rows.flatMap(({ first_seq: firstSeq, lines }) =>
    lines.split("\n").slice(Math.max(0, from - firstSeq), to - firstSeq + 1),
  );
}

/** A few rows at a time, so that a long session is never in memory as a whole. Small batches are merged. */
function* copy({ dialect }: StoreDatabase, fromId: string, toId: string, upToSeq: number): Step<void> {
  const last = Math.min(upToSeq, yield* findLast(fromId));
  const words = `select ${dialect.sessionData} as data from sessions where id = ?${dialect.forUpdate}`;
  const target = yield* first<{ data: string }>(words, toId);
  if (target === undefined) throw lost("it was deleted", toId);
  if ((yield* findLast(toId)) > 0) throw lost("it has events of its own", toId);
  let firstSeq = 1;
  while (firstSeq <= last) {
    const rows = yield* all<BatchRow>(`${RANGE} limit ${COPY_ROWS}`, fromId, firstSeq, last);
    const lines = toLines(rows, firstSeq, last).map((line) => withSessionId(line, fromId, toId));
    if (lines.length === 0) break;
    yield* insertLines(toId, firstSeq, lines);
    firstSeq += lines.length;
  }
  yield dialect.updateSession({ ...(JSON.parse(target.data) as SessionRow), lastSeq: firstSeq - 1 });
}

/** Why a session cannot store events any more. */
export function lost(why: string, sessionId: string): ParleyError {
  return new ParleyError({ code: "session_lost", message: `Session ${sessionId} cannot store events: ${why}` });
}

export function wroteElsewhere(lastSeq: number, firstSeq: number, sessionId: string): ParleyError {
  return lost(`its last event is ${lastSeq}, not ${firstSeq - 1}, so another process wrote to it`, sessionId);
}
