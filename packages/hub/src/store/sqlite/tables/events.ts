// Events, as the batches in which they were appended.
import { ParleyError } from "@parley/base";
import type { EventBatch, HubStore, SessionRow } from "../../../api/store.ts";
import type { Connection } from "../connection.ts";
import { cutBatch } from "../cut-batch.ts";
import { COPY_ROWS } from "../../../store-limits.ts";
import { withSessionId } from "../with-session-id.ts";
import { writeSession } from "./sessions.ts";

type EventMethods = Pick<HubStore, "appendEvents" | "readEvents" | "copyEvents">;

interface BatchRow {
  readonly first_seq: number;
  readonly lines: string;
}

const LAST = "select last_seq from events where session_id = ? order by first_seq desc limit 1";
const TAIL = `select data, (select last_seq from events where session_id = sessions.id order by first_seq desc limit 1) as last_seq
  from sessions where id = ?`;
const INSERT = "insert into events (session_id, first_seq, last_seq, lines) values (?, ?, ?, ?)";
/** An event is in the batch with the highest first number up to its own. */
const RANGE = `select first_seq, lines from events
  where session_id = ?1 and first_seq <= ?3
    and first_seq >= (select max(first_seq) from events where session_id = ?1 and first_seq <= ?2)
  order by first_seq`;

/** `sync` writes to the disk. */
export function createEventTable(connection: Connection, sync: () => Promise<void>): EventMethods {
  return {
    async appendEvents(batches, changes, { isDurable }) {
      await connection.write("append events", () => append(connection, batches, changes));
      if (isDurable) await sync();
    },
    readEvents: (sessionId, page) =>
      connection.read("read events", () => {
        if (page.limit < 1) return [];
        if ("after" in page) return readRange(connection, sessionId, page.after + 1, page.after + page.limit);
        const last = Math.min(page.before - 1, findLast(connection, sessionId));
        return readRange(connection, sessionId, last - page.limit + 1, last);
      }),
    copyEvents: (fromId, toId, upToSeq) =>
      connection.write("copy events", () => copy(connection, fromId, toId, upToSeq)),
  };
}

function append(
  connection: Connection,
  batches: readonly EventBatch[],
  changes: Parameters<HubStore["appendEvents"]>[1],
): void {
  const sessions = new Map(Array.from(changes.keys(), (id) => [id, findTail(connection, id)]));
  for (const { sessionId, firstSeq, lines } of batches) {
    const tail = sessions.get(sessionId) ?? findTail(connection, sessionId);
    if (tail === undefined) throw lost("it was deleted", sessionId);
    if (firstSeq !== tail.lastSeq + 1) {
      throw lost(`its last event is ${tail.lastSeq}, not ${firstSeq - 1}, so another process wrote to it`, sessionId);
    }
    insertLines(connection, sessionId, firstSeq, lines);
    sessions.set(sessionId, { ...tail, lastSeq: tail.lastSeq + lines.length, isLonger: true });
  }
  for (const [id, tail] of sessions) {
    if (tail === undefined) continue;
    const { session, lastSeq, isLonger } = tail;
    writeSession(connection, { ...session, ...changes.get(id), ...(isLonger && { lastSeq }), id });
  }
}

interface Tail {
  readonly session: SessionRow;
  readonly lastSeq: number;
  readonly isLonger: boolean;
}

/** Both in one query: it runs for every append. */
function findTail(connection: Connection, sessionId: string): Tail | undefined {
  const found = connection.prepare<{ data: string; last_seq: number | null }>(TAIL).first(sessionId);
  if (found === undefined) return undefined;
  return { session: JSON.parse(found.data) as SessionRow, lastSeq: found.last_seq ?? 0, isLonger: false };
}

/** Within a transaction. */
export function insertLines(
  connection: Connection,
  sessionId: string,
  firstSeq: number,
  lines: readonly string[],
): void {
  let seq = firstSeq;
  for (const piece of cutBatch(lines)) {
    connection.prepare(INSERT).run(sessionId, seq, seq + piece.length - 1, piece.join("\n"));
    seq += piece.length;
  }
}

/** 0 before the first. */
function findLast(connection: Connection, sessionId: string): number {
  return connection.prepare<{ last_seq: number }>(LAST).first(sessionId)?.last_seq ?? 0;
}

function readRange(connection: Connection, sessionId: string, from: number, to: number): readonly string[] {
  const firstSeq = Math.max(1, from);
  if (to < firstSeq) return [];
  return toLines(connection.prepare<BatchRow>(RANGE).all(sessionId, firstSeq, to), firstSeq, to);
}

function toLines(rows: readonly BatchRow[], from: number, to: number): readonly string[] {
  return rows.flatMap(({ first_seq: first, lines }) =>
    lines.split("\n").slice(Math.max(0, from - first), to - first + 1),
  );
}

/** A few rows at a time, so that a long session is never in memory as a whole. Small batches are merged. */
function copy(connection: Connection, fromId: string, toId: string, upToSeq: number): void {
  const last = Math.min(upToSeq, findLast(connection, fromId));
  const tail = findTail(connection, toId);
  if (tail === undefined) throw lost("it was deleted", toId);
  if (tail.lastSeq > 0) throw lost("it has events of its own", toId);
  let firstSeq = 1;
  while (firstSeq <= last) {
    const rows = connection.prepare<BatchRow>(`${RANGE} limit ${COPY_ROWS}`).all(fromId, firstSeq, last);
    const lines = toLines(rows, firstSeq, last).map((line) => withSessionId(line, fromId, toId));
    if (lines.length === 0) break;
    insertLines(connection, toId, firstSeq, lines);
    firstSeq += lines.length;
  }
  writeSession(connection, { ...tail.session, lastSeq: firstSeq - 1 });
}

function lost(why: string, sessionId: string): ParleyError {
  return new ParleyError({ code: "session_lost", message: `Session ${sessionId} cannot store events: ${why}` });
}
