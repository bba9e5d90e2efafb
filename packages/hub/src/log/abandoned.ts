// Which events of a log no longer count, because the conversation was rewound to before them.
import type { RewoundEvent } from "@parley/acp";
import type { AbandonedRange } from "../api/log.ts";

/** The ranges after a `rewound` event. Undoing a rewind leaves that rewind itself behind. */
export function addRewind(
  ranges: readonly AbandonedRange[] | undefined,
  { seq, toSeq, undoes }: Pick<RewoundEvent, "seq" | "toSeq" | "undoes">,
): readonly AbandonedRange[] {
  const kept = undoes === undefined ? (ranges ?? []) : (ranges ?? []).filter(({ by }) => by !== undoes);
  return [...kept, { from: undoes ?? toSeq + 1, to: seq - 1, by: seq }];
}

export function isAbandoned({ abandoned = [] }: { readonly abandoned?: Abandoned }, seq: number): boolean {
  return abandoned.some(({ from, to }) => seq >= from && seq <= to);
}

type Abandoned = readonly AbandonedRange[] | undefined;
