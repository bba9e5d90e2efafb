import { describe, expect, it } from "vitest";
import { UndoQueue } from "./undo-queue.ts";

describe("the queue of undos", () => {
  const first = { sessionId: "s1", path: "a.txt", hunk: "h1" };
  const whole = { sessionId: "s1", path: "b.txt", hunk: undefined };
  const other = { sessionId: "s2", path: "a.txt", hunk: "h1" };

  it("has each undo once, and gives those of a session in order", () => {
    const queue = new UndoQueue();
    for (const undo of [first, whole, other, { ...first }]) queue.add(undo);
    expect(queue.size).toBe(3);
    const isFirst = ({ sessionId }: { readonly sessionId: string }): boolean => sessionId === "s1";
    expect(queue.take(isFirst)).toEqual([first, whole]);
    expect(queue.take(isFirst)).toEqual([]);
    expect(queue.has(other)).toBe(true);
  });

  it("is the same after it was stored", () => {
    const queue = new UndoQueue();
    for (const undo of [first, whole]) queue.add(undo);
    const again = new UndoQueue(JSON.parse(JSON.stringify(queue.all)) as typeof queue.all);
    expect([again.has(first), again.has(whole), again.has(other)]).toEqual([true, true, false]);
  });

  it("cancels undos that have not started", () => {
    const queue = new UndoQueue();
    queue.add(first);
    expect([queue.cancel({ ...first }), queue.cancel(first), queue.size]).toEqual([true, false, 0]);
  });
});
