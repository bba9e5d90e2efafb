// The order of sessions in a list.
import type { ListedSession } from "../session-store.ts";

/** For `sort`. Of two at the same time the higher id is first: our ids contain their creation time. */
export function latestFirst(one: ListedSession, other: ListedSession): number {
  return other.updatedAtMs - one.updatedAtMs || (other.id < one.id ? -1 : 1);
}
