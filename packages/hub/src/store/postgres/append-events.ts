// Appends events to PostgreSQL: all batches of a flush are one prepared statement, which also notifies the other servers.
import { errorCodeOf, type ParleyError } from "@parley/base";
import type { EventBatch, HubStore, SessionRow } from "../../api/store.ts";
import { cutBatch } from "../cut-batch.ts";
import type { Value } from "../step.ts";
import { createEventTable, lost, wroteElsewhere } from "../tables/events.ts";
import { putQuestion } from "../tables/interactions.ts";
import type { PostgresConnection } from "./connection.ts";
import type { PostgresNodes } from "./nodes.ts";
import { CHANNEL, toEventNotice } from "./notices.ts";
import { fenced, toAbandoned, toSessionData } from "./store-dialect.ts";

type Changes = Parameters<HubStore["appendEvents"]>[1];

/** What happens to one session. */
interface Head {
  readonly id: string;
  /** The last event before these; null if none is appended. */
  readonly before: number | null;
  readonly last: number | null;
  readonly updatedAtMs: number | null;
  /** If more changes than its two numbers. */
  readonly row?: SessionRow | undefined;
}

/**
 * A session whose log does not end where the batch begins is not updated, and then the division fails, and with it the statement.
 * The notice is sent when the statement is committed.
 */
const APPEND = `with given as (
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[]) as t (session_id, first_seq, last_seq, lines)
  ), heads as (
    select * from unnest($5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[], $10::text[], $11::text[], $12::text[], $15::bigint[])
      as t (id, before_seq, last_seq, updated_at_ms, data, agent, cwd, abandoned, epoch)
  ), moved as (
    update sessions set
      last_seq = coalesce(heads.last_seq, sessions.last_seq),
      updated_at_ms = coalesce(heads.updated_at_ms, sessions.updated_at_ms),
      data = coalesce(heads.data, sessions.data),
      agent = coalesce(heads.agent, sessions.agent),
      cwd = coalesce(heads.cwd, sessions.cwd),
      abandoned = case when heads.data is null then sessions.abandoned else heads.abandoned::json end
    from heads
    where sessions.id = heads.id and (heads.before_seq is null or sessions.last_seq = heads.before_seq)
      and (heads.epoch is null or sessions.owner_epoch = heads.epoch)
    returning sessions.id
  ), stored as (
    insert into events (session_id, first_seq, last_seq, lines) select session_id, first_seq, last_seq, lines from given
  )
  select 1 / (case when (select count(*) from moved) = $13 then 1 else 0 end), pg_notify('${CHANNEL}', $14)`;
const LOCK = (data: string): string =>
  `select id, ${data} as data from sessions where id = any($1::text[]) order by id for update`;
const LASTS = "select id, last_seq from sessions where id = any($1::text[])";
const DIVISION_BY_ZERO = "22012";
const TAKEN = "23505";
const OWNER_MISSING = "23503";

/** Commits are on the disk of the database when they resolve, so `isDurable` changes nothing. */
export function createAppend(
  connection: PostgresConnection,
  nodes: Pick<PostgresNodes, "id" | "epochOf">,
): Pick<HubStore, "appendEvents"> {
  return {
    async appendEvents(batches, changes, { questions = [] }) {
      const ends = toEnds(batches);
      if (ends.size === 0 && changes.size === 0 && questions.length === 0) return;
      try {
        const values = (heads: readonly Head[]): Value[] => toValues(batches, heads, nodes);
        if (questions.length === 0 && [...changes].every(([id, change]) => ends.has(id) && isNumbersOnly(change))) {
          const heads = Array.from(ends, ([id, end]) => ({ id, ...end, ...numbersOf(changes, id) }));
          await connection.query("append events", APPEND, values(heads));
          return;
        }
        await connection.transaction("append events", async (client) => {
          const ids = [...new Set([...changes.keys(), ...ends.keys()])];
          const words = LOCK(connection.dialect.sessionData);
          const rows = await connection.rows<{ id: string; data: string }>(client, words, [ids]);
          const heads = rows.map(({ id, data }) =>
            toHead(JSON.parse(data) as SessionRow, changes.get(id), ends.get(id)),
          );
          const missing = [...ends.keys()].find((id) => !heads.some((head) => head.id === id));
          if (missing !== undefined) throw lost("it was deleted", missing);
          if (heads.length > 0) await connection.rows(client, APPEND, values(heads));
          for (const question of questions) await connection.run(client, putQuestion(question));
        });
      } catch (error) {
        const reason = await findLost(connection, ends, error);
        // The connection broke after a commit and before its answer: the same lines are given again.
        if (reason !== undefined && (await isStored(connection, batches))) return;
        throw reason ?? error;
      }
    },
  };
}

type Ends = ReadonlyMap<string, { readonly before: number; readonly last: number }>;

/** Where the log of each session has to end now, and where it ends then. */
function toEnds(batches: readonly EventBatch[]): Ends {
  const ends = new Map<string, { readonly before: number; readonly last: number }>();
  for (const { sessionId, firstSeq, lines } of batches) {
    const known = ends.get(sessionId);
    if (known !== undefined && known.last !== firstSeq - 1) throw wroteElsewhere(known.last, firstSeq, sessionId);
    ends.set(sessionId, { before: known?.before ?? firstSeq - 1, last: firstSeq + lines.length - 1 });
  }
  return ends;
}

const NUMBERS: ReadonlySet<string> = new Set(["lastSeq", "updatedAtMs"]);

function isNumbersOnly(change: object): boolean {
  return Object.keys(change).every((field) => NUMBERS.has(field));
}

function numbersOf(changes: Changes, id: string): Pick<Head, "updatedAtMs"> {
  return { updatedAtMs: changes.get(id)?.updatedAtMs ?? null };
}

function toHead(
  row: SessionRow,
  change: Partial<SessionRow> = {},
  end?: { readonly before: number; readonly last: number },
): Head {
  const changed = { ...row, ...change, id: row.id };
  const last = end?.last ?? change.lastSeq ?? null;
  return { id: row.id, before: end?.before ?? null, last, updatedAtMs: changed.updatedAtMs, row: changed };
}

function toValues(
  batches: readonly EventBatch[],
  heads: readonly Head[],
  nodes: Pick<PostgresNodes, "id" | "epochOf">,
): Value[] {
  const pieces = batches.flatMap(({ sessionId, firstSeq, lines }) => {
    let seq = firstSeq;
    return Array.from(cutBatch(lines), (piece) => {
      const [from, to] = [seq, seq + piece.length - 1];
      seq += piece.length;
      return { sessionId, from, to, lines: piece.join("\n") };
    });
  });
  return [
    pieces.map(({ sessionId }) => sessionId),
    pieces.map(({ from }) => from),
    pieces.map(({ to }) => to),
    pieces.map(({ lines }) => lines),
    heads.map(({ id }) => id),
    heads.map(({ before }) => before),
    heads.map(({ last }) => last),
    heads.map(({ updatedAtMs }) => updatedAtMs),
    heads.map(({ row }) => (row === undefined ? null : toSessionData(row))),
    heads.map(({ row }) => row?.agent ?? null),
    heads.map(({ row }) => row?.cwd ?? null),
    heads.map(({ row }) => (row === undefined ? null : toAbandoned(row))),
    heads.length,
    toEventNotice(nodes.id, heads),
    heads.map(({ id }) => nodes.epochOf(id) ?? null),
  ];
}

/** Whether the log has exactly these lines where they belong. */
async function isStored(connection: PostgresConnection, batches: readonly EventBatch[]): Promise<boolean> {
  const { readEvents } = createEventTable(connection);
  for (const { sessionId, firstSeq, lines } of batches) {
    const stored = await readEvents(sessionId, { after: firstSeq - 1, limit: lines.length });
    if (stored.length !== lines.length || stored.some((line, index) => line !== lines[index])) return false;
  }
  return batches.some(({ lines }) => lines.length > 0);
}

/** Undefined if the error has another reason. */
async function findLost(connection: PostgresConnection, ends: Ends, error: unknown): Promise<ParleyError | undefined> {
  const cause = error instanceof Error ? error.cause : undefined;
  if (![DIVISION_BY_ZERO, TAKEN, OWNER_MISSING].includes(errorCodeOf(cause) ?? "")) return undefined;
  const rows = await connection.query<{ id: string; last_seq: number }>("find the end of a log", LASTS, [
    [...ends.keys()],
  ]);
  const lasts = new Map(rows.map(({ id, last_seq: last }) => [id, last]));
  for (const [id, { before }] of ends) {
    const last = lasts.get(id);
    if (last === undefined) return lost("it was deleted", id);
    if (last !== before) return wroteElsewhere(last, before + 1, id);
  }
  // All logs end where they should, so a claim is not ours any more. The sessions are tried one by one then.
  const [first] = ends.keys();
  return first === undefined || errorCodeOf(cause) !== DIVISION_BY_ZERO ? undefined : fenced(first);
}
