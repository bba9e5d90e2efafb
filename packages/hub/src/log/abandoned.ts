// Which events of a log no longer count, because the conversation was rewound to before them.
import type { RewoundEvent } from "@parley/acp";
import type { AbandonedRange } from "../api/log.ts";

/** The ranges after a `rewound` event of a session with that number of turns. Undoing a rewind leaves that rewind itself behind. */
export function addRewind(
  { abandoned = [], turns }: { readonly abandoned?: Abandoned; readonly turns: number },
  { seq, toSeq, turn, undoes }: Pick<RewoundEvent, "seq" | "toSeq" | "turn" | "undoes">,
): readonly AbandonedRange[] {
  if (undoes === undefined) {
    return [...abandoned, { from: toSeq + 1, to: seq - 1, by: seq, fromTurn: turn, toTurn: turns }];
  }
  return [...abandoned.filter(({ by }) => by !== undoes), { from: undoes, to: seq - 1, by: seq }];
}

export function isAbandoned({ abandoned = [] }: { readonly abandoned?: Abandoned }, seq: number): boolean {
  return abandoned.some(({ from, to }) => seq >= from && seq <= to);
}

/** Turns count from 1, those that no longer count included. */
export function isAbandonedTurn({ abandoned = [] }: { readonly abandoned?: Abandoned }, turn: number): boolean {
  return abandoned.some(({ fromTurn, toTurn }) => turn >= (fromTurn ?? Infinity) && turn <= (toTurn ?? -Infinity));
}

type Abandoned = readonly AbandonedRange[] | undefined;
