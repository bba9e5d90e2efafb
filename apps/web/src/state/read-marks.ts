// Up to which event the person has seen each session: remembered by the browser.
import { isObject } from "@parley/base";
import { withReadMark, type ReadMarks } from "@parley/surface";
import { StoredValue } from "./stored-value.ts";

const marks = new StoredValue<ReadMarks>({
  key: "read",
  initial: { since: new Date().toISOString(), seen: {} },
  parse: (stored) =>
    isObject(stored) && typeof stored["since"] === "string" && isObject(stored["seen"])
      ? (stored as unknown as ReadMarks)
      : undefined,
});

export const readMarks = {
  /** Changes with every mark. */
  get value(): ReadMarks {
    return marks.value;
  },
  subscribe: (listener: () => void): (() => void) => marks.subscribe(listener),
  mark(id: string, seq: number): void {
    marks.set(withReadMark(marks.value, id, seq));
  },
};
