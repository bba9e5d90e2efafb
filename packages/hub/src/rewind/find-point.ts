// The prompts that a session can be rewound to, and the one that a request names.
import { ParleyError } from "@parley/base";
import type { RewindPoint } from "../api/rewind.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import type { ChangeIndex } from "../file-changes/change-index.ts";
import { isAbandoned } from "../log/abandoned.ts";

/** In order: those that count, since the conversation was last cleared. */
export function listPoints(row: SessionRow, { prompts, turns }: ChangeIndex): readonly RewindPoint[] {
  const files = new Map(turns.map((turn) => [turn.number, turn.files.length + turn.omitted]));
  return prompts.flatMap(({ seq, at, text }, index) => {
    if (seq <= row.clearedSeq || isAbandoned(row, seq)) return [];
    return { turn: index + 1, seq, atMs: at, text, files: files.get(index + 1) ?? 0 };
  });
}

export async function findPoint(
  store: Pick<HubStore, "getTurn">,
  row: SessionRow,
  points: readonly RewindPoint[],
  named: string,
): Promise<RewindPoint> {
  const found =
    named === "last"
      ? points.at(-1)
      : /^\d+$/.test(named)
        ? points.find(({ turn }) => turn === Number(named))
        : await findById(store, row, points, named);
  if (found !== undefined) return found;
  const turns = points.map(({ turn }) => turn);
  const which = turns.length === 0 ? "it has no turns" : `it can be rewound to turn ${describe(turns)}`;
  throw new ParleyError({
    code: "turn_not_found",
    message: `Turn ${named} is not part of the conversation; ${which}`,
  });
}

async function findById(
  store: Pick<HubStore, "getTurn">,
  row: SessionRow,
  points: readonly RewindPoint[],
  id: string,
): Promise<RewindPoint | undefined> {
  const turn = await store.getTurn(id);
  const { firstSeq, lastSeq } = turn ?? {};
  if (turn?.sessionId !== row.id || firstSeq === undefined || lastSeq === undefined) return undefined;
  return points.find(({ seq }) => seq >= firstSeq && seq <= lastSeq);
}

const NAMED_MAX = 10;

function describe(turns: readonly number[]): string {
  const named = turns.slice(-NAMED_MAX).join(", ");
  return turns.length > NAMED_MAX ? `…, ${named}` : named;
}
