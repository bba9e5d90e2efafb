// Finds the turns that a request names: by id, by number, or as the last one that changed a file.
import { ParleyError } from "@parley/base";
import type { ChangeSelection } from "../api/file-changes.ts";
import type { HubStore } from "../api/store.ts";
import type { ChangeIndex, TurnChanges } from "./change-index.ts";

type Range = (turn: TurnChanges) => boolean;

/** In order. Empty if the turn exists and changed nothing. */
export async function selectTurns(
  store: Pick<HubStore, "getTurn">,
  sessionId: string,
  { turns, prompts }: ChangeIndex,
  { turn, since }: ChangeSelection,
): Promise<readonly TurnChanges[]> {
  if (turn !== undefined && since !== undefined) {
    throw new ParleyError({ code: "bad_input", message: "/since: cannot be combined with turn" });
  }
  const named = turn ?? since;
  if (named === undefined) return turns;
  if (named === "last") return turns.slice(-1);
  const isFrom = since !== undefined;
  const range = /^\d+$/.test(named)
    ? byNumber(Number(named), prompts.length, isFrom)
    : await byId(store, sessionId, named, isFrom);
  return turns.filter(range);
}

function byNumber(number: number, count: number, isFrom: boolean): Range {
  if (number < 1 || number > count) {
    throw new ParleyError({ code: "turn_not_found", message: `Turn ${number} not found: the session has ${count}` });
  }
  return isFrom ? (turn) => turn.number >= number : (turn) => turn.number === number;
}

async function byId(store: Pick<HubStore, "getTurn">, sessionId: string, id: string, isFrom: boolean): Promise<Range> {
  const turn = await store.getTurn(id);
  if (turn === undefined || turn.sessionId !== sessionId) {
    throw new ParleyError({ code: "turn_not_found", message: `Turn ${id} not found in session ${sessionId}` });
  }
  const { firstSeq = Number.POSITIVE_INFINITY, lastSeq = Number.POSITIVE_INFINITY } = turn;
  return ({ promptSeq }) => promptSeq >= firstSeq && (isFrom || promptSeq <= lastSeq);
}
