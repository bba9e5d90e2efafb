// The fields of a session's row that come from its events: turns, usage, and where it was cleared or rewound.
import type { SessionEvent } from "@parley/acp";
import { addRewind } from "../log/abandoned.ts";
import { readAll } from "../log/read-events.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import { addUsage, NO_USAGE } from "../live/add-usage.ts";

export type SessionFigures = Pick<SessionRow, "turns" | "usage" | "clearedSeq" | "abandoned">;

export const NO_FIGURES: SessionFigures = { turns: 0, usage: NO_USAGE, clearedSeq: 0 };

export function addToFigures(figures: SessionFigures, event: SessionEvent): SessionFigures {
  if (event.type === "prompt") return { ...figures, turns: figures.turns + 1 };
  if (event.type === "cleared") return { ...figures, usage: NO_USAGE, clearedSeq: event.seq };
  if (event.type === "rewound") return { ...figures, abandoned: addRewind(figures, event) };
  if (event.type !== "stop" || event.usage === undefined) return figures;
  return { ...figures, usage: addUsage(figures.usage, event.usage) };
}

/** As they were after an event. */
export async function readFigures(
  store: Pick<HubStore, "readEvents">,
  sessionId: string,
  upTo: number,
): Promise<SessionFigures> {
  let figures = NO_FIGURES;
  for await (const { event } of readAll(store, sessionId, { after: 0, upTo })) figures = addToFigures(figures, event);
  return figures;
}
