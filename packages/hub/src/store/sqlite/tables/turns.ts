// Turns, one row each.
import { ParleyError } from "@parley/base";
import { sql, type SqlBool } from "kysely";
import type { Turn } from "../../../api/turns.ts";
import { parseCursor, toPage, toPageSize } from "../../cursor.ts";
import type { HubStore, Page } from "../../../api/store.ts";
import type { Connection } from "../connection.ts";
import { counts } from "./abandoned.ts";
import { addUsage } from "./usage.ts";
import { isOwnerMissing, isTaken } from "../store-error.ts";

type TurnMethods = Pick<HubStore, "insertTurn" | "getTurn" | "updateTurn" | "listTurns">;

const INSERT =
  "insert into turns (session_id, state, created_at_ms, finished_at_ms, data, id) values (?, ?, ?, ?, ?, ?)";
const UPDATE =
  "update turns set session_id = ?, state = ?, created_at_ms = ?, finished_at_ms = ?, data = ? where id = ?";

const LAST_EVENT_COUNTS = counts("turns.session_id", "json_extract(turns.data, '$.lastSeq')");

export function createTurnTable(connection: Connection): TurnMethods {
  return {
    insertTurn: (turn) => connection.write("add the turn", () => insertTurn(connection, turn)),
    getTurn: (id) => connection.read("read the turn", () => findTurn(connection, id)),
    updateTurn: (id, change) =>
      connection.write("change the turn", () => {
        const turn = findTurn(connection, id);
        if (turn === undefined) return;
        const changed = { ...turn, ...change, id };
        connection.prepare(UPDATE).run(...toValues(changed));
        const { finishedAtMs } = changed;
        if (turn.finishedAtMs === undefined && finishedAtMs !== undefined) addUsage(connection, changed, finishedAtMs);
      }),
    listTurns: (query) => connection.read("list turns", () => listTurns(connection, query)),
  };
}

function insertTurn(connection: Connection, turn: Turn): void {
  try {
    connection.prepare(INSERT).run(...toValues(turn));
  } catch (cause) {
    if (isTaken(cause)) {
      throw new ParleyError({ code: "bad_input", message: `id: there is a turn ${turn.id} already`, cause });
    }
    if (!isOwnerMissing(cause)) throw cause;
    throw new ParleyError({ code: "session_not_found", message: `Session ${turn.sessionId} not found`, cause });
  }
}

function findTurn(connection: Connection, id: string): Turn | undefined {
  const found = connection.prepare<{ data: string }>("select data from turns where id = ?").first(id);
  return found && (JSON.parse(found.data) as Turn);
}

function toValues(turn: Turn): readonly [string, string, number, number | null, string, string] {
  const { id, sessionId, state, createdAtMs, finishedAtMs = null } = turn;
  return [sessionId, state, createdAtMs, finishedAtMs, JSON.stringify(turn), id];
}

function listTurns(connection: Connection, query: Parameters<HubStore["listTurns"]>[0]): Page<Turn> {
  const { limit, cursor, sessionId, states, isCounting } = query;
  const size = toPageSize(limit);
  let found = connection.sql.selectFrom("turns").select("data");
  if (sessionId !== undefined) found = found.where("session_id", "=", sessionId);
  if (states !== undefined) found = found.where("state", "in", states);
  // The end decides, because a turn may begin with events from before its prompt.
  if (isCounting === true) found = found.where(sql.raw<SqlBool>(LAST_EVENT_COUNTS));
  if (cursor !== undefined) {
    const { ms, id } = parseCursor(cursor);
    found = found.where((eb) => eb(eb.refTuple("created_at_ms", "id"), "<", eb.tuple(ms, id)));
  }
  const latestFirst = found.orderBy("created_at_ms", "desc").orderBy("id", "desc");
  const turns = connection.all(latestFirst.limit(size + 1)).map(({ data }) => JSON.parse(data) as Turn);
  return toPage(turns, size, ({ createdAtMs, id }) => ({ ms: createdAtMs, id }));
}
