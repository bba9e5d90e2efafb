// A long session for its view: its end, which is in sight, and what is before it in parts, which follow.
import type { SessionSnapshot } from "@parley/chat-model";
import { FIRST_ITEMS, PART_ITEMS } from "../../limits.ts";
import type { EarlierPart } from "../../protocol/chat-protocol.ts";

export interface SplitSnapshot {
  readonly end: SessionSnapshot;
  /** The newest first. */
  readonly earlier: readonly EarlierPart[];
}

export function splitSnapshot(snapshot: SessionSnapshot): SplitSnapshot {
  const { items, ended = [] } = snapshot;
  const first = findFirst(snapshot);
  if (first === 0) return { end: snapshot, earlier: [] };
  const endedById = new Map(ended);
  const take = (from: number, to: number): EarlierPart => {
    const taken = items.slice(from, to);
    return {
      items: taken,
      ended: taken.flatMap(({ id }) => {
        const found = endedById.get(id);
        return found === undefined ? [] : [[id, found] as const];
      }),
    };
  };
  const earlier: EarlierPart[] = [];
  for (let to = first; to > 0; to -= PART_ITEMS) earlier.push(take(Math.max(0, to - PART_ITEMS), to));
  return { end: { ...snapshot, ...take(first, items.length) }, earlier };
}

/** Where the end begins: a turn that runs is whole, because its times are counted from its prompt. */
function findFirst({ items, state }: SessionSnapshot): number {
  const first = Math.max(0, items.length - FIRST_ITEMS);
  if (!state.running) return first;
  const prompt = items.findLastIndex(({ type }) => type === "user_message");
  return prompt === -1 ? first : Math.min(first, prompt);
}
