// The URLs of a session's history and state: the ACP-REST fields of a session, wherever it is shown.
import { isAbandonedTurn, type HubSession } from "@parley/hub";
import { HISTORY_TURNS_MAX } from "../limits.ts";

export interface SessionUris {
  /** One message each, earliest first: prompt and answer, turn by turn. */
  readonly history: readonly string[];
  readonly state: string;
}

export function sessionUris(
  baseUrl: string,
  session: Pick<HubSession, "id" | "turns" | "lastSeq" | "clearedSeq" | "abandoned">,
): SessionUris {
  const { id, turns, lastSeq, clearedSeq } = session;
  const root = `${baseUrl}/resources/sessions/${id}`;
  const history: string[] = [];
  // The conversation is empty since it was cleared.
  const first = clearedSeq > 0 && clearedSeq === lastSeq ? turns + 1 : Math.max(1, turns - HISTORY_TURNS_MAX + 1);
  for (let turn = first; turn <= turns; turn += 1) {
    if (isAbandonedTurn(session, turn)) continue;
    history.push(`${root}/turns/${turn}/input`, `${root}/turns/${turn}/output`);
  }
  return { history, state: `${root}/state` };
}
