// Up to which event the person has seen each session, so that a list can say which one has news.
import type { NativeSession } from "@parley/contract";
import { READ_MARKS_MAX } from "./limits.ts";

export interface ReadMarks {
  /** What was there before the first visit is not news. */
  readonly since: string;
  /** The number of the last event seen, by session; the longest unchanged first. */
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
