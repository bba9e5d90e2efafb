// The fields of a session's row that come from its events: turns, usage, the last line, and where it was cleared or
// rewound.
import type { SessionEvent } from "@parley/acp";
import { addRewind } from "../log/abandoned.ts";
import { readAll } from "../log/read-events.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import { addUsage, NO_USAGE } from "../live/add-usage.ts";
import { LastLine, type LastSaid } from "../live/last-line.ts";

export type SessionFigures = LastSaid & Pick<SessionRow, "turns" | "usage" | "clearedSeq" | "abandoned">;

/** Every field is named, so that a fork takes none of them from a later state of its origin. */
export const NO_FIGURES: SessionFigures = {
  turns: 0,
  usage: NO_USAGE,
  clearedSeq: 0,
  abandoned: undefined,
  lastLine: undefined,
  lastTurn: undefined,
};

/** Gathers them from the events of a log, in order. */
export class FigureSum {
  readonly #lastLine = new LastLine();
  #figures: SessionFigures = NO_FIGURES;

  get figures(): SessionFigures {
    return this.#figures;
  }

  add(event: SessionEvent): void {
    const said = this.#lastLine.note(event);
    if (said !== undefined) this.#figures = { ...this.#figures, ...said };
    this.#figures = addCounts(this.#figures, event);
  }
}

function addCounts(figures: SessionFigures, event: SessionEvent): SessionFigures {
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
  const sum = new FigureSum();
  for await (const { event } of readAll(store, sessionId, { after: 0, upTo })) sum.add(event);
  return sum.figures;
}
