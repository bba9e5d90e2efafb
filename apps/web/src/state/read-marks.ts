// Up to which event the person has seen each session, so that the list can say which one has news.
import { isObject } from "@parley/base";
import { READ_MARKS_MAX } from "../limits.ts";
import { StoredValue } from "./stored-value.ts";

interface Marks {
  /** What was there before the first visit is not news. */
  readonly since: string;
  /** The number of the last event seen, by session; the longest unchanged first. */
  readonly seen: Readonly<Record<string, number>>;
}

const marks = new StoredValue<Marks>({
  key: "read",
  initial: { since: new Date().toISOString(), seen: {} },
  parse: (stored) =>
    isObject(stored) && typeof stored["since"] === "string" && isObject(stored["seen"])
      ? (stored as unknown as Marks)
      : undefined,
});

interface Seen {
  readonly id: string;
  readonly last_seq: number;
  readonly updated_at: string;
}

export const readMarks = {
  /** Changes with every mark. */
  get value(): object {
    return marks.value;
  },
  subscribe: (listener: () => void): (() => void) => marks.subscribe(listener),
  isUnread({ id, last_seq: lastSeq, updated_at: updatedAt }: Seen): boolean {
    const seen = marks.value.seen[id];
    return seen === undefined ? lastSeq > 0 && updatedAt > marks.value.since : lastSeq > seen;
  },
  mark(id: string, seq: number): void {
    const { since, seen } = marks.value;
    if ((seen[id] ?? -1) >= seq) return;
    const { [id]: _before, ...rest } = seen;
    const entries = [...Object.entries(rest), [id, seq] as const].slice(-READ_MARKS_MAX);
    marks.set({ since, seen: Object.fromEntries(entries) });
  },
};
