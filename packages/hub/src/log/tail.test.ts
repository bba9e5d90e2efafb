// The latest events, as they were stored.
import { formatSessionEvent, type SessionEvent } from "@parley/acp";
import { expect, it } from "vitest";
import { TAIL_CAUGHT_UP_EVENTS, TAIL_CHARS_MAX, TAIL_EVENTS_MAX } from "../limits.ts";
import type { LoggedEvent } from "../api/log.ts";
import { Tail } from "./tail.ts";

function batch(from: number, to: number, text = ""): readonly LoggedEvent[] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const event: SessionEvent = { v: 1, seq: from + index, at: 0, sessionId: "s", type: "note", level: "info", text };
    return { event, line: formatSessionEvent(event) };
  });
}

it("gives a follower between two batches the same batch object that follows", () => {
  const tail = new Tail();
  const [one, two] = [batch(5, 7), batch(8, 8)];
  tail.add(one);
  tail.add(two);
  expect(tail.after(4)).toBe(one);
  expect(tail.after(7)).toBe(two);
  expect(tail.after(5)).toEqual(one.slice(1));
});

it("contains neither earlier nor later events", () => {
  const tail = new Tail();
  expect(tail.after(0)).toBeUndefined();
  tail.add(batch(5, 7));
  expect(tail.after(3)).toBeUndefined();
  expect(tail.after(7)).toBeUndefined();
});

it("keeps little while no follower is behind", () => {
  const tail = new Tail();
  for (let seq = 1; seq <= TAIL_EVENTS_MAX; seq += 1) {
    tail.add(batch(seq, seq));
    tail.relax();
  }
  expect(tail.after(TAIL_EVENTS_MAX - TAIL_CAUGHT_UP_EVENTS)).toHaveLength(1);
  expect(tail.after(TAIL_EVENTS_MAX - TAIL_CAUGHT_UP_EVENTS * 3)).toBeUndefined();
});

it("keeps nothing without followers, and starts again afterwards", () => {
  const tail = new Tail();
  tail.add(batch(1, 3));
  tail.clear();
  expect(tail.after(0)).toBeUndefined();
  const next = batch(4, 5);
  tail.add(next);
  expect(tail.after(3)).toBe(next);
});

it("keeps the latest events within its limit", () => {
  const tail = new Tail();
  const size = TAIL_EVENTS_MAX / 10;
  for (let first = 1; first <= TAIL_EVENTS_MAX * 3; first += size) tail.add(batch(first, first + size - 1));
  expect(tail.after(0)).toBeUndefined();
  expect(tail.after(TAIL_EVENTS_MAX * 3 - size)?.length).toBe(size);
  tail.add(batch(TAIL_EVENTS_MAX * 3 + 1, TAIL_EVENTS_MAX * 3 + 1, "x".repeat(TAIL_CHARS_MAX * 2)));
  expect(tail.after(TAIL_EVENTS_MAX * 3)).toBeUndefined();
});
