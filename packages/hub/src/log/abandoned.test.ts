import { expect, it } from "vitest";
import type { AbandonedRange } from "../api/log.ts";
import { addRewind, isAbandoned } from "./abandoned.ts";

/** Numbers of the events that count, of this many. */
function counting(count: number, abandoned: readonly AbandonedRange[]): number[] {
  return Array.from({ length: count }, (_, index) => index + 1).filter((seq) => !isAbandoned({ abandoned }, seq));
}

it("leaves out what came after the event, again and again, and nothing after an undo but the rewind itself", () => {
  const first = addRewind(undefined, { seq: 10, toSeq: 6 });
  expect(counting(12, first)).toEqual([1, 2, 3, 4, 5, 6, 10, 11, 12]);
  const second = addRewind(first, { seq: 13, toSeq: 3 });
  expect(counting(14, second)).toEqual([1, 2, 3, 13, 14]);
  const back = addRewind(second, { seq: 14, toSeq: 12, undoes: 13 });
  expect(counting(14, back)).toEqual([1, 2, 3, 4, 5, 6, 10, 11, 12, 14]);
  expect(isAbandoned({}, 1)).toBe(false);
});
