// The last event that the user has seen in each session, so that a list can mark unread ones.
import type { NativeSession } from "@parley/contract";
import { READ_MARKS_MAX } from "./limits.ts";

export interface ReadMarks {
  /** Events from before the first visit do not count as unread. */
  readonly since: string;
  /** The number of the last event seen, by session; least recently changed first. */
  readonly seen: Readonly<Record<string, number>>;
}

type Seen = Pick<NativeSession, "id" | "last_seq" | "updated_at">;

export function isUnread(marks: ReadMarks, { id, last_seq: lastSeq, updated_at: updatedAt }: Seen): boolean {
  const seen = marks.seen[id];
  return seen === undefined ? lastSeq > 0 && updatedAt > marks.since : lastSeq > seen;
}

/** The same marks if that event was seen before. */
export function withReadMark(marks: ReadMarks, id: string, seq: number): ReadMarks {
  const { since, seen } = marks;
  if ((seen[id] ?? -1) >= seq) return marks;
  const { [id]: _before, ...rest } = seen;
  const entries = [...Object.entries(rest), [id, seq] as const].slice(-READ_MARKS_MAX);
  return { since, seen: Object.fromEntries(entries) };
}
