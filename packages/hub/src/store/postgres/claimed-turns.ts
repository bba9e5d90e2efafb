// Turns of the sessions that this server owns: each change is one statement, which checks the claim. Its notice waits a moment for
// that of the events that follow, unless it is an end, which is sent at once.
// Whatever that statement does not fit is done as for any other turn, in a transaction that looks first.
import type { StartedTurn } from "../../api/nodes.ts";
import type { HubStore } from "../../api/store.ts";
import { isOver, type Turn } from "../../api/turns.ts";
import { CLAIMED_TURNS_MAX } from "../../store-limits.ts";
import { isTaken } from "../conflicts.ts";
import type { StoreDialect } from "../database.ts";
import type { Value } from "../step.ts";
import { addTurn, toChanged, updateTurn } from "../tables/turns.ts";
import { addUsageFrom, toUsageValues } from "../tables/usage.ts";
import { ClaimedRows } from "./claimed-rows.ts";
import type { PostgresConnection } from "./connection.ts";
import type { NoticeSender } from "./notice-sender.ts";
import { CHANNEL } from "./notices.ts";
import type { PostgresNodes } from "./nodes.ts";
import { isConflict } from "./postgres-error.ts";

export interface ClaimedTurnsOptions {
  readonly connection: PostgresConnection;
  readonly nodes: Pick<PostgresNodes, "epochOf">;
  readonly sender: Pick<NoticeSender, "add" | "carry">;
  /** Of the table. */
  readonly turns: Pick<HubStore, "requestCancel">;
}

const USAGE_VALUES = toUsageValues({ id: "", sessionId: "", agent: "", state: "created", createdAtMs: 0 }, 0).length;

/** Of a name in a notice; agents choose them. */
const MODEL_CHARS_MAX = 200;

/** Locked as for any write that checks the claim: no other claim comes before the commit. */
const owned = (id: number): string =>
  `owned as (select id from sessions where id = ?${id} and owner_epoch = ?${id + 1} for share)`;

const INSERT = `with ${owned(1)}, stored as (
    insert into turns (session_id, state, created_at_ms, finished_at_ms, data, id)
      select owned.id, ?3, ?4::bigint, ?5::bigint, ?6, ?7 from owned returning id
  ) select id from stored`;
/** Any server may ask to cancel the turn, which changes its state; nothing else changes under our claim. */
const change = (first: number, more = ""): string => `with ${owned(first)}, changed as (
    update turns set state = ?${first + 2}, created_at_ms = ?${first + 3}, finished_at_ms = ?${first + 4}, data = ?${first + 5}
    from owned where turns.id = ?${first + 6} and turns.session_id = owned.id
      and turns.state = ?${first + 7} and turns.finished_at_ms is null returning turns.id
  )${more} select case when ?${first + 8} <> '' then pg_notify('${CHANNEL}', ?${first + 8}) end from changed`;
const CHANGE = change(1);
const END = change(USAGE_VALUES + 1, `, used as (${addUsageFrom("changed")})`);

type TurnMethods = Pick<HubStore, "insertTurn" | "updateTurn" | "requestCancel">;

/** The caller changes a turn in order. */
export function createClaimedTurns({ connection, nodes, sender, turns }: ClaimedTurnsOptions): TurnMethods {
  const rows = new ClaimedRows<Turn>(CLAIMED_TURNS_MAX);
  const keep = (epoch: number | undefined, turn: Turn | undefined): void => {
    if (turn === undefined) return;
    if (isOver(turn)) rows.delete(turn.id);
    else rows.set(turn.id, epoch, turn);
  };
  /** False: it was not done, and a transaction finds out why. */
  const tryOne = async (doing: string, words: string, values: readonly Value[]): Promise<boolean> => {
    try {
      return (await connection.query(doing, words, values)).length > 0;
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (isTaken(cause) || isConflict(cause)) return false;
      throw error;
    }
  };
  return {
    async insertTurn(turn) {
      const epoch = nodes.epochOf(turn.sessionId);
      const values = [turn.sessionId, epoch ?? null, ...toColumns(turn), turn.id];
      if (epoch !== undefined && (await tryOne("add the turn", INSERT, values))) {
        sender.add({ newTurns: [turn.id] });
      } else {
        await connection.write("add the turn", () => addTurn(connection, turn));
        sender.add({ turns: [turn.id] });
      }
      keep(epoch, turn);
    },
    async updateTurn(id, given) {
      const known = rows.find(id);
      rows.delete(id);
      const epoch = known === undefined ? undefined : nodes.epochOf(known.row.sessionId);
      if (known !== undefined && known.epoch === epoch) {
        const turn = toChanged(known.row, given);
        const { sessionId, finishedAtMs } = turn;
        const isEnd = known.row.finishedAtMs === undefined && finishedAtMs !== undefined;
        const usage = isEnd ? toUsageValues(turn, finishedAtMs) : [];
        const values = [...usage, sessionId, epoch, ...toColumns(turn), id, known.row.state];
        const send = (notice: string): Promise<boolean> =>
          tryOne("change the turn", isEnd ? END : CHANGE, [...values, notice]);
        const started = known.row.state === "created" ? toStarted(given) : undefined;
        const isDone = await (started === undefined ? sender.carry({ turns: [id] }, send) : send(""));
        if (isDone && started !== undefined) sender.add({ started: { [id]: started } });
        if (isDone) return keep(epoch, turn);
      }
      let claim: number | undefined;
      const dialect: StoreDialect = {
        ...connection.dialect,
        *checkOwner(sessionId) {
          claim = nodes.epochOf(sessionId);
          yield* connection.dialect.checkOwner(sessionId);
        },
      };
      const turn = await connection.write("change the turn", () => updateTurn({ dialect }, id, given));
      keep(claim, turn);
      sender.add({ turns: [id] });
    },
    async requestCancel(id) {
      rows.delete(id);
      return turns.requestCancel(id);
    },
  };
}

/** What comes with the notice of a turn that only began to run; undefined if more has changed. */
function toStarted({ state, firstSeq, startedAtMs, model, ...more }: Partial<Turn>): StartedTurn | undefined {
  const isOnlyStart =
    state === "in_progress" &&
    Object.values(more).every((value) => value === undefined) &&
    (model ?? "").length <= MODEL_CHARS_MAX;
  return isOnlyStart ? { firstSeq, startedAtMs, model } : undefined;
}

function toColumns(turn: Turn): readonly [string, number, number | null, string] {
  const { state, createdAtMs, finishedAtMs = null } = turn;
  return [state, createdAtMs, finishedAtMs, JSON.stringify(turn)];
}
