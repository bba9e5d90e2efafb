import { expect, it } from "vitest";
import type { AbandonedRange } from "../api/log.ts";
import { addRewind, isAbandoned, isAbandonedTurn } from "./abandoned.ts";

/** Numbers of the events that count, of this many. */
function counting(count: number, abandoned: readonly AbandonedRange[]): number[] {
  return Array.from({ length: count }, (_, index) => index + 1).filter((seq) => !isAbandoned({ abandoned }, seq));
}

it("leaves out what came after the event, again and again, and nothing after an undo but the rewind itself", () => {
  const first = addRewind({ turns: 4 }, { seq: 10, toSeq: 6, turn: 3 });
  expect(counting(12, first)).toEqual([1, 2, 3, 4, 5, 6, 10, 11, 12]);
  const second = addRewind({ abandoned: first, turns: 5 }, { seq: 13, toSeq: 3, turn: 2 });
  expect(counting(14, second)).toEqual([1, 2, 3, 13, 14]);
  const back = addRewind({ abandoned: second, turns: 5 }, { seq: 14, toSeq: 12, turn: 2, undoes: 13 });
  expect(counting(14, back)).toEqual([1, 2, 3, 4, 5, 6, 10, 11, 12, 14]);
  expect(isAbandoned({}, 1)).toBe(false);
  const turns = (abandoned: readonly AbandonedRange[]): number[] =>
    [1, 2, 3, 4, 5, 6].filter((turn) => !isAbandonedTurn({ abandoned }, turn));
  expect([turns(first), turns(second), turns(back)]).toEqual([
    [1, 2, 5, 6],
    [1, 6],
    [1, 2, 5, 6],
  ]);
});
