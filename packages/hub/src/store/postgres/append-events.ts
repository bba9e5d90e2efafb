// Appends events to PostgreSQL: all batches of a flush are one prepared statement, which also notifies the other servers.
import { errorCodeOf, type ParleyError } from "@parley/base";
import type { Interaction } from "../../api/interactions.ts";
import type { EventBatch, HubStore, SessionRow } from "../../api/store.ts";
import { cutBatch } from "../cut-batch.ts";
import type { Value } from "../step.ts";
import { createEventTable, lost, wroteElsewhere } from "../tables/events.ts";
import { putQuestion } from "../tables/interactions.ts";
import type { PostgresConnection } from "./connection.ts";
import type { PostgresNodes } from "./nodes.ts";
import { OWNER_ALIVE } from "./node-statements.ts";
import type { ClaimedRows } from "./claimed-rows.ts";
import type { NoticeSender } from "./notice-sender.ts";
import { CHANNEL, type NoticeParts } from "./notices.ts";
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

/** JSON has it escaped, so it is in no line. An array of texts would be quoted here and read there, which costs more than the write. */
const PIECE_END = "\u001E";

/**
 * A session whose log does not end where the batch begins is not updated, and then the division fails, and with it the statement.
 * The notice is sent when the statement is committed.
 */
const APPEND = `with given as (
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], string_to_array($4, chr(30))) as t (session_id, first_seq, last_seq, lines)
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
      and (sessions.owner_epoch = heads.epoch or heads.epoch is null and not ${OWNER_ALIVE})
    returning sessions.id
  ), stored as (
    insert into events (session_id, first_seq, last_seq, lines) select session_id, first_seq, last_seq, lines from given
  )
  select 1 / (case when (select count(*) from moved) = $13 then 1 else 0 end),
    case when $14 <> '' then pg_notify('${CHANNEL}', $14) end`;
const LOCK = (data: string): string =>
  `select id, ${data} as data from sessions where id = any($1::text[]) order by id for update`;
const LASTS = "select id, last_seq from sessions where id = any($1::text[])";
const DIVISION_BY_ZERO = "22012";
const TAKEN = "23505";
const OWNER_MISSING = "23503";

export interface AppendOptions {
  readonly connection: PostgresConnection;
  readonly nodes: Pick<PostgresNodes, "epochOf">;
  /** The rows of our sessions, without their two numbers. */
  readonly rows: ClaimedRows<SessionRow>;
  readonly sender: Pick<NoticeSender, "add" | "carry">;
}

/** Commits are on the disk of the database when they resolve, so `isDurable` changes nothing. */
export function createAppend({ connection, nodes, rows, sender }: AppendOptions): Pick<HubStore, "appendEvents"> {
  const appendAll = async (
    flush: Flush,
    notice: string,
    heads: readonly Head[] | undefined,
  ): Promise<readonly Head[]> => {
    const { ids, batches, changes, questions, ends, claims } = flush;
    if (heads !== undefined) {
      await connection.query("append events", APPEND, toValues(batches, heads, { claims, notice }));
      return heads;
    }
    return connection.transaction("append events", async (client) => {
      const words = LOCK(connection.dialect.sessionData);
      const found = await connection.rows<{ id: string; data: string }>(client, words, [ids]);
      const locked = found.map(({ id, data }) => toHead(JSON.parse(data) as SessionRow, changes.get(id), ends.get(id)));
      const missing = [...ends.keys()].find((id) => !locked.some((head) => head.id === id));
      if (missing !== undefined) throw lost("it was deleted", missing);
      if (locked.length > 0) await connection.rows(client, APPEND, toValues(batches, locked, { claims, notice }));
      for (const question of questions) await connection.run(client, putQuestion(question));
      return locked;
    });
  };
  return {
    async appendEvents(batches, changes, { questions = [] }) {
      const ends = toEnds(batches);
      const ids = [...new Set([...changes.keys(), ...ends.keys()])];
      if (ids.length === 0 && questions.length === 0) return;
      const claims = new Map(ids.map((id) => [id, nodes.epochOf(id)]));
      const flush: Flush = { ids, batches, changes, questions, ends, claims };
      /** Whether the notice was sent. */
      const append = async (notice: string): Promise<boolean> => {
        try {
          const heads = await appendAll(flush, notice, questions.length === 0 ? toHeads(flush, rows) : undefined);
          for (const { id, row } of heads) if (row !== undefined) rows.set(id, claims.get(id), row);
          return notice !== "" && heads.length > 0;
        } catch (error) {
          for (const id of ids) rows.delete(id);
          const reason = await findLost(connection, ends, error);
          // The connection broke after a commit and before its answer: the same lines are given again.
          if (reason === undefined || !(await isStored(connection, batches))) throw reason ?? error;
          return false;
        }
      };
      const parts = toParts(flush);
      // The end of the turn is stored next, and sends a notice anyway.
      const isEnd = questions.length === 0 && batches.every(({ endsTurn }) => endsTurn === true);
      const isSent = await (isEnd ? append("") : sender.carry(parts, append));
      if (!isSent) sender.add(parts);
    },
  };
}

/** Everything that one call stores. */
interface Flush {
  readonly ids: readonly string[];
  readonly batches: readonly EventBatch[];
  readonly changes: Changes;
  readonly questions: readonly Interaction[];
  readonly ends: Ends;
  /** The numbers of our claims. */
  readonly claims: ReadonlyMap<string, number | undefined>;
}

function toParts({ ends, changes, questions }: Flush): NoticeParts {
  const sessions = [...changes].flatMap(([id, change]) => (isNumbersOnly(change) ? [] : [id]));
  return {
    events: Object.fromEntries(Array.from(ends, ([id, { last }]) => [id, last])),
    sessions,
    interactions: questions.map(({ id }) => id),
  };
}

/** Undefined if a row has to be read first. */
function toHeads({ ids, changes, ends, claims }: Flush, rows: ClaimedRows<SessionRow>): readonly Head[] | undefined {
  const heads: Head[] = [];
  for (const id of ids) {
    const [change = {}, end] = [changes.get(id), ends.get(id)];
    if (end !== undefined && isNumbersOnly(change)) {
      heads.push({ id, ...end, updatedAtMs: change.updatedAtMs ?? null });
      continue;
    }
    const known = rows.find(id);
    if (known === undefined || known.epoch !== claims.get(id)) return undefined;
    heads.push(toHead(known.row, change, end));
  }
  return heads;
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

/** The end of a log moves with every append. */
function isNumbersOnly(change: object): boolean {
  return Object.keys(change).every((field) => NUMBERS.has(field));
}

function toHead(
  row: SessionRow,
  change: Partial<SessionRow> = {},
  end?: { readonly before: number; readonly last: number },
): Head {
  const last = end?.last ?? change.lastSeq ?? null;
  const updatedAtMs = change.updatedAtMs ?? null;
  return { id: row.id, before: end?.before ?? null, last, updatedAtMs, row: { ...row, ...change, id: row.id } };
}

function toValues(
  batches: readonly EventBatch[],
  heads: readonly Head[],
  { claims, notice }: Pick<Flush, "claims"> & { readonly notice: string },
): Value[] {
  const pieces = batches.flatMap(({ sessionId, firstSeq, lines }) => {
    let seq = firstSeq;
    return Array.from(cutBatch(lines), (piece) => {
      const [from, to] = [seq, seq + piece.length - 1];
      seq += piece.length;
      return { sessionId, from, to, lines: escapeEnd(piece.join("\n")) };
    });
  });
  return [
    pieces.map(({ sessionId }) => sessionId),
    pieces.map(({ from }) => from),
    pieces.map(({ to }) => to),
    pieces.map(({ lines }) => lines).join(PIECE_END),
    heads.map(({ id }) => id),
    heads.map(({ before }) => before),
    heads.map(({ last }) => last),
    heads.map(({ updatedAtMs }) => updatedAtMs),
    heads.map(({ row }) => (row === undefined ? null : toSessionData(row))),
    heads.map(({ row }) => row?.agent ?? null),
    heads.map(({ row }) => row?.cwd ?? null),
    heads.map(({ row }) => (row === undefined ? null : toAbandoned(row))),
    heads.length,
    notice,
    heads.map(({ id }) => claims.get(id) ?? null),
  ];
}

function escapeEnd(lines: string): string {
  return lines.includes(PIECE_END) ? lines.replaceAll(PIECE_END, "\\u001e") : lines;
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
