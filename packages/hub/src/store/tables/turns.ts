// Turns, one row each.
import { ParleyError } from "@parley/base";
import { sql, type SqlBool } from "kysely";
import { isOver, type Turn } from "../../api/turns.ts";
import { parseCursor, toPage, toPageSize } from "../cursor.ts";
import type { HubStore, Page } from "../../api/store.ts";
import { isOwnerMissing, isTaken } from "../conflicts.ts";
import type { StoreDatabase } from "../database.ts";
import { first, run, select, type Step } from "../step.ts";
import { addUsage } from "./usage.ts";

type TurnMethods = Pick<HubStore, "insertTurn" | "getTurn" | "updateTurn" | "requestCancel" | "listTurns">;

const INSERT =
  "insert into turns (session_id, state, created_at_ms, finished_at_ms, data, id) values (?, ?, ?, ?, ?, ?)";
const UPDATE =
  "update turns set session_id = ?, state = ?, created_at_ms = ?, finished_at_ms = ?, data = ? where id = ?";

export function createTurnTable(database: StoreDatabase): TurnMethods {
  return {
    insertTurn: (turn) => database.write("add the turn", () => addTurn(database, turn)),
    getTurn: (id) => database.read("read the turn", () => findTurn(id)),
    updateTurn: async (id, change) => {
      await database.write("change the turn", () => updateTurn(database, id, change));
    },
    // Any server may ask for it, so it names no claim: the owner, or the next one, carries it out.
    requestCancel: (id) =>
      database.write("cancel the turn", function* () {
        const turn = yield* findTurn(id, database.dialect.forUpdate);
        if (turn === undefined || isOver(turn) || turn.state === "cancelling") return turn;
        const changed: Turn = { ...turn, state: "cancelling" };
        yield* run(UPDATE, ...toValues(changed));
        return changed;
      }),
    listTurns: (query) => listTurns(database, query),
  };
}

/** Within a transaction. */
export function* addTurn({ dialect }: Pick<StoreDatabase, "dialect">, turn: Turn): Step<void> {
  // A server that lost the session would store what no other one runs.
  yield* dialect.checkOwner(turn.sessionId);
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

/** Within a transaction. The turn as it is now. */
export function* updateTurn(
  { dialect }: Pick<StoreDatabase, "dialect">,
  id: string,
  change: Partial<Omit<Turn, "id">>,
): Step<Turn | undefined> {
  const turn = yield* findTurn(id, dialect.forUpdate);
  // The first end counts: no late report reopens a turn, or ends it in another way.
  if (turn === undefined || isOver(turn)) return turn;
  yield* dialect.checkOwner(turn.sessionId);
  const changed = toChanged(turn, change);
  yield* run(UPDATE, ...toValues(changed));
  const { finishedAtMs } = changed;
  if (turn.finishedAtMs === undefined && finishedAtMs !== undefined) yield* addUsage(changed, finishedAtMs);
  return changed;
}

/** A turn that is not over, after a change. */
export function toChanged(turn: Turn, change: Partial<Omit<Turn, "id">>): Turn {
  const changed = { ...turn, ...change, id: turn.id };
  // Its owner may not have heard yet that it is to be cancelled.
  return turn.state === "cancelling" && !isOver(changed) ? { ...changed, state: "cancelling" } : changed;
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
