// Turns, one row each.
import { ParleyError } from "@parley/base";
import { sql, type SqlBool } from "kysely";
import type { Turn } from "../../api/turns.ts";
import { parseCursor, toPage, toPageSize } from "../cursor.ts";
import type { HubStore, Page } from "../../api/store.ts";
import { isOwnerMissing, isTaken } from "../conflicts.ts";
import type { StoreDatabase } from "../database.ts";
import { first, run, select, type Step } from "../step.ts";
import { addUsage } from "./usage.ts";

type TurnMethods = Pick<HubStore, "insertTurn" | "getTurn" | "updateTurn" | "listTurns">;

const INSERT =
  "insert into turns (session_id, state, created_at_ms, finished_at_ms, data, id) values (?, ?, ?, ?, ?, ?)";
const UPDATE =
  "update turns set session_id = ?, state = ?, created_at_ms = ?, finished_at_ms = ?, data = ? where id = ?";

export function createTurnTable(database: StoreDatabase): TurnMethods {
  return {
    insertTurn: (turn) =>
      database.write("add the turn", function* () {
        // A server that lost the session would store what no other one runs.
        yield* database.dialect.checkOwner(turn.sessionId);
        yield* insertTurn(turn);
      }),
    getTurn: (id) => database.read("read the turn", () => findTurn(id)),
    updateTurn: (id, change) =>
      database.write("change the turn", function* () {
        const turn = yield* findTurn(id, database.dialect.forUpdate);
        if (turn === undefined) return;
        yield* database.dialect.checkOwner(turn.sessionId);
        const changed = { ...turn, ...change, id };
        yield* run(UPDATE, ...toValues(changed));
        const { finishedAtMs } = changed;
        if (turn.finishedAtMs === undefined && finishedAtMs !== undefined) yield* addUsage(changed, finishedAtMs);
      }),
    listTurns: (query) => listTurns(database, query),
  };
}

function* insertTurn(turn: Turn): Step<void> {
  try {
    yield* run(INSERT, ...toValues(turn));
  } catch (cause) {
    if (isTaken(cause)) {
      throw new ParleyError({ code: "bad_input", message: `id: there is a turn ${turn.id} already`, cause });
    }
    if (!isOwnerMissing(cause)) throw cause;
    throw new ParleyError({ code: "session_not_found", message: `Session ${turn.sessionId} not found`, cause });
  }
}

function* findTurn(id: string, lock = ""): Step<Turn | undefined> {
  const found = yield* first<{ data: string }>(`select data from turns where id = ?${lock}`, id);
  return found && (JSON.parse(found.data) as Turn);
}

function toValues(turn: Turn): readonly [string, string, number, number | null, string, string] {
  const { id, sessionId, state, createdAtMs, finishedAtMs = null } = turn;
  return [sessionId, state, createdAtMs, finishedAtMs, JSON.stringify(turn), id];
}

async function listTurns(database: StoreDatabase, query: Parameters<HubStore["listTurns"]>[0]): Promise<Page<Turn>> {
  const { limit, cursor, sessionId, states, isCounting } = query;
  const { sql: builder, dialect } = database;
  const size = toPageSize(limit);
  if (states?.length === 0) return { rows: [] };
  let found = builder.selectFrom("turns").select("data");
  if (sessionId !== undefined) found = found.where("session_id", "=", sessionId);
  if (states !== undefined) found = found.where("state", "in", states);
  // The end decides, because a turn may begin with events from before its prompt.
  if (isCounting === true) {
    const lastEventCounts = dialect.counts("turns.session_id", dialect.jsonNumber("turns.data", "lastSeq"));
    found = found.where(sql.raw<SqlBool>(lastEventCounts));
  }
  if (cursor !== undefined) {
    const { ms, id } = parseCursor(cursor);
    found = found.where((eb) => eb(eb.refTuple("created_at_ms", "id"), "<", eb.tuple(ms, id)));
  }
  const latestFirst = found.orderBy("created_at_ms", "desc").orderBy("id", "desc");
  const rows = await database.read("list turns", () => select(latestFirst.limit(size + 1)));
  const turns = rows.map(({ data }) => JSON.parse(data) as Turn);
  return toPage(turns, size, ({ createdAtMs, id }) => ({ ms: createdAtMs, id }));
}
