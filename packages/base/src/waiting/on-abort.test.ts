import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { onAbort } from "./on-abort.ts";

it("runs each once, in order, and at once on a signal that has aborted", () => {
  const control = new AbortController();
  const ran: number[] = [];
  for (const index of [1, 2, 3]) onAbort(control.signal, () => ran.push(index));
  control.abort();
  expect(ran).toEqual([1, 2, 3]);
  onAbort(control.signal, () => ran.push(4));
  expect(ran).toEqual([1, 2, 3, 4]);
});

it("listens once for any number of waits, and stops with the last of them", () => {
  const { signal } = new AbortController();
  const stops = Array.from({ length: 20 }, () => onAbort(signal, () => undefined));
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  for (const stop of stops.slice(1)) stop();
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  stops[0]?.();
  stops[0]?.();
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

it("can be waited for again after all have stopped", () => {
  const control = new AbortController();
  onAbort(control.signal, () => undefined)();
  let ran = 0;
  onAbort(control.signal, () => (ran += 1));
  control.abort();
  expect(ran).toBe(1);
});
